import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { parsePackSize } from '@fynbos/core/pricing/unit-price.ts';
import { labelsOf } from '../attribute-labels.ts';
import { type NutrientCode, nutrients } from './nutrition.ts';

/** The attributes that the food panel shows, so that the details do not repeat them. */
export const foodCodes: readonly string[] = [
  'ingredients',
  'allergens',
  'nutrition_basis',
  'serving_size',
  ...nutrients.map(({ code }) => code),
];

/** Food information of a product. */
export interface FoodFacts {
  /** The ingredients, split so that every second entry names an allergen of this food. */
  ingredients: string[];
  allergens: string[];
  /** The unit of the basis: 100 g or 100 ml. */
  per: 'g' | 'ml';
  /** The serving size, as written and in grams or millilitres, where it is known. */
  serving?: { label: string; size: number };
  nutrition: { code: NutrientCode; amount: number }[];
}

/** The food facts of a product; undefined when nothing is known. Amounts that are not numbers are omitted. */
export function foodFactsOf(product: Product, attributes: readonly Attribute[]): FoodFacts | undefined {
  const ingredients = String(product.ingredients ?? '').trim();
  const allergens = labelsOf(product, 'allergens', attributes);
  const nutrition = nutrients
    .map(({ code }) => ({ code, amount: amountIn(product[code]) }))
    .filter((row): row is { code: NutrientCode; amount: number } => row.amount !== undefined);
  if (!ingredients && allergens.length === 0 && nutrition.length === 0) return undefined;
  const per = isLiquid(product, attributes) ? 'ml' : 'g';
  const serving = servingIn(product.serving_size, per);
  return {
    ingredients: ingredients ? emphasised(ingredients, allergens) : [],
    allergens,
    per,
    ...(serving && { serving }),
    nutrition,
  };
}

function amountIn(value: unknown): number | undefined {
  const amount = Number(value);
  return value === undefined || value === null || value === '' || !Number.isFinite(amount)
    ? undefined
    : amount;
}

/** The declared basis of the amounts; otherwise whether any package of the product is measured by volume. */
function isLiquid(product: Product, attributes: readonly Attribute[]): boolean {
  const basis = String(product.nutrition_basis ?? '');
  if (basis) return /ml$/i.test(basis);
  const options = attributes.find((attribute) => attribute.attribute_code === 'packsize')?.options ?? [];
  const sizes = [product, ...(product.configurable_children ?? [])].map(({ packsize }) => String(packsize));
  return options.some(({ value, label }) => sizes.includes(value) && parsePackSize(label)?.unit === 'l');
}

/** A serving in the unit of the amounts, such as `40 g`. Other units cannot be converted. */
function servingIn(written: unknown, per: 'g' | 'ml'): FoodFacts['serving'] {
  const [, size = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(g|ml)\b/.exec(String(written ?? '')) ?? [];
  return unit === per && Number(size) > 0 ? { label: String(written), size: Number(size) } : undefined;
}

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
