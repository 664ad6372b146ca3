/** Coconut milk, cocoa butter and similar plant products contain no milk. */
const notOfPlants = '(?<!(?:coconut|soya|almond|cashew|oat|rice|cocoa|shea|peanut|nut) )';

/** Patterns for the ingredients that carry each common allergen. */
const allergenPatterns: Record<string, string> = {
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
 * Splits a list of ingredients at the names of the given allergens. Entries at odd indexes are those names,
 * shown emphasised (R146 regulation 43). Joined, the entries give the original text. An allergen without a
 * pattern is matched by its own name.
 */
export function emphasised(ingredients: string, allergens: readonly string[]): string[] {
  if (allergens.length === 0) return [ingredients];
  const patterns = allergens.map((name) => allergenPatterns[name.toLowerCase()] ?? escaped(name));
  return ingredients.split(new RegExp(`\\b(${patterns.join('|')})\\b`, 'gi'));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
