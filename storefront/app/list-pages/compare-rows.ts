import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { labelOf, labelsOf } from '../catalogue/state/attribute-labels.ts';
import { type FoodFacts, foodCodes, foodFactsOf } from '../catalogue/state/food/food-facts.ts';
import { nutrients } from '../catalogue/state/food/nutrition.ts';
import type { Text } from '../platform/i18n/text.ts';

/** One property of all compared products, in the order of the products; empty when it is not stated. */
export interface CompareRow {
  code: string;
  label: string;
  values: string[];
  differs: boolean;
}

type RowText = Pick<Text, 't' | 'number' | 'label'>;

/** Attributes shown elsewhere: name, price and image in the header, food facts in rows of their own. */
const shownElsewhere = new Set(['name', 'price', 'special_price', 'image', 'diet', ...foodCodes]);

/**
 * The compare rows below price and stock: comparable attributes, dietary labels, allergens and nutrition
 * (ACC-6). A property without any value has no row.
 */
export function compareRows(
  products: readonly Product[],
  attributes: readonly Attribute[],
  text: RowText,
): CompareRow[] {
  const foods = products.map((product) => foodFactsOf(product, attributes));
  const labelled = (code: string, name: string) =>
    rowOf(
      code,
      name,
      products.map((product) => labelsOf(product, code, attributes).map(text.label).join(', ')),
    );
  return [
    ...attributes.filter(isCompared).map((attribute) => attributeRow(attribute, products, text)),
    labelled('diet', text.t('food.diet')),
    labelled('allergens', text.t('food.allergens')),
    ...nutrients.map(({ code, unit }) => nutrientRow(code, unit, foods, text)),
  ].filter((row) => row.values.some((value) => value !== ''));
}

/** `is_comparable` arrives as true, 1 or "1" (wire contract 2.4). */
function isCompared({ is_comparable, attribute_code, frontend_input }: Attribute): boolean {
  const isComparable = ['true', '1'].includes(String(is_comparable));
  return isComparable && frontend_input !== 'boolean' && !shownElsewhere.has(attribute_code);
}

function attributeRow(attribute: Attribute, products: readonly Product[], { label }: RowText): CompareRow {
  const { attribute_code: code, frontend_label, default_frontend_label } = attribute;
  const valuesOf = (product: Product) =>
    Array.isArray(product[code])
      ? labelsOf(product, code, [attribute])
      : [labelOf(product, code, [attribute]) ?? choicesOf(product, code)].flat();
  const values = products.map((product) => valuesOf(product).map(label).join(', '));
  return rowOf(code, label(frontend_label || default_frontend_label), values);
}

/** An attribute that variants are chosen by has no value of its own, so all its options are listed. */
function choicesOf(product: Product, code: string): string[] {
  const option = product.configurable_options?.find(({ attribute_code }) => attribute_code === code);
  return option?.values.map(({ label }) => label) ?? [];
}

/** Amounts per 100 g or 100 ml. Each amount names its basis, because drinks and solid food may be compared. */
function nutrientRow(
  code: (typeof nutrients)[number]['code'],
  unit: string,
  foods: readonly (FoodFacts | undefined)[],
  { t, number }: RowText,
): CompareRow {
  const values = foods.map((food) => {
    const amount = food?.nutrition.find((row) => row.code === code)?.amount;
    if (!food || amount === undefined) return '';
    return `${number(amount)} ${unit} ${t('food.per100', { unit: food.per })}`;
  });
  return rowOf(code, t(`food.${code}`), values);
}

function rowOf(code: string, label: string, values: string[]): CompareRow {
  return { code, label, values, differs: new Set(values).size > 1 };
}
