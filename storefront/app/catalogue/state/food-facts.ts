import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { parsePackSize } from '@fynbos/core/pricing/unit-price.ts';
import { emphasised } from './allergen-emphasis.ts';
import { labelsOf } from './attribute-labels.ts';
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
