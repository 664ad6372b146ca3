/** Coconut milk and cocoa butter come from no cow. */
const notOfPlants = '(?<!(?:coconut|soya|almond|cashew|oat|rice|cocoa|shea|peanut|nut) )';

/** How lists of ingredients name what the common allergens come in. */
const wordsOf: Record<string, string> = {
  milk: `${notOfPlants}(?:milk|butter|cream)(?! of tartar)|buttermilk|cheese|cheddar|mozzarella|feta|yoghurt|maas|whey|casein(?:ate)?|lactose|ghee`,
  egg: 'eggs?|egg (?:white|yolk|powder)|albumen',
  gluten: 'gluten|wheat|rye|barley|oats?|spelt|semolina|couscous|malt',
  wheat: 'wheat|whole-wheat|spelt|semolina|couscous|durum',
  soya: 'soya|soybeans?|tofu|tempeh|miso',
  peanuts: 'peanuts?',
  'tree nuts': 'nuts?|almonds?|cashews?|hazelnuts?|macadamias?|pecans?|pistachios?|walnuts?|brazil nuts?',
  fish: 'fish|anchov(?:y|ies)|pilchards?|sardines?|tuna|hake|snoek|salmon|mackerel|trout|kingklip|haddock',
  shellfish: 'shellfish|prawns?|shrimps?|mussels?|crab|lobster|crayfish|oysters?|calamari|squid',
  mustard: 'mustard',
  sesame: 'sesame|tahini',
  sulphites: 'sulphur dioxide|sulphites?|metabisulphite',
};

/**
 * Takes a list of ingredients apart where it names an allergen that the food is said to contain: the pieces
 * at odd places are those names, to be shown emphasised (R146 regulation 43). Put together again they are
 * the text as it was. An allergen nobody listed above is looked for by its own name.
 */
export function emphasised(ingredients: string, allergens: readonly string[]): string[] {
  if (allergens.length === 0) return [ingredients];
  const words = allergens.map((name) => wordsOf[name.toLowerCase()] ?? escaped(name));
  return ingredients.split(new RegExp(`\\b(${words.join('|')})\\b`, 'gi'));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
