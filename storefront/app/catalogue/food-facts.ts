import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { packContent } from '@fynbos/core/pricing/unit-price.ts';
import { labelsOf } from './labels.ts';

/** What a nutrition table lists, in the order the law has it; `within` stands below the row before it. */
export const nutrients = [
  { code: 'energy_kj', unit: 'kJ', within: false },
  { code: 'protein_g', unit: 'g', within: false },
  { code: 'carbohydrate_g', unit: 'g', within: false },
  { code: 'sugars_g', unit: 'g', within: true },
  { code: 'fat_g', unit: 'g', within: false },
  { code: 'saturates_g', unit: 'g', within: true },
  { code: 'fibre_g', unit: 'g', within: false },
  { code: 'sodium_mg', unit: 'mg', within: false },
] as const;

export type NutrientCode = (typeof nutrients)[number]['code'];

/** The attributes that the food panel shows, so that the details do not say them again. */
export const foodCodes: readonly string[] = [
  'ingredients',
  'allergens',
  ...nutrients.map(({ code }) => code),
];

/** What one wants to know of a food before eating it. */
export interface FoodFacts {
  ingredients: string;
  allergens: string[];
  /** What the amounts are for. */
  per: 'g' | 'ml';
  nutrition: { code: NutrientCode; amount: number }[];
}

/** The food facts of a product; undefined when nothing is known. Amounts that are no numbers are left out. */
export function foodFactsOf(product: Product, attributes: readonly Attribute[]): FoodFacts | undefined {
  const ingredients = String(product.ingredients ?? '').trim();
  const allergens = labelsOf(product, 'allergens', attributes);
  const nutrition = nutrients
    .map(({ code }) => ({ code, amount: amountIn(product[code]) }))
    .filter((row): row is { code: NutrientCode; amount: number } => row.amount !== undefined);
  if (!ingredients && allergens.length === 0 && nutrition.length === 0) return undefined;
  return { ingredients, allergens, per: isLiquid(product, attributes) ? 'ml' : 'g', nutrition };
}

function amountIn(value: unknown): number | undefined {
  const amount = Number(value);
  return value === undefined || value === null || value === '' || !Number.isFinite(amount)
    ? undefined
    : amount;
}

/** Whether any of its packs is measured by volume. */
function isLiquid(product: Product, attributes: readonly Attribute[]): boolean {
  const options = attributes.find((one) => one.attribute_code === 'packsize')?.options ?? [];
  const sizes = [product, ...(product.configurable_children ?? [])].map(({ packsize }) => String(packsize));
  return options.some(({ value, label }) => sizes.includes(value) && packContent(label)?.unit === 'l');
}
