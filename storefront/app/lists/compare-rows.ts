import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { type FoodFacts, foodCodes, foodFactsOf } from '../catalogue/food-facts.ts';
import { labelOf, labelsOf } from '../catalogue/labels.ts';
import { nutrients } from '../catalogue/nutrition.ts';
import type { MessageId, Text } from '../i18n/text.ts';

/** One property of all compared products, in the order of the products; empty where it is not stated. */
export interface CompareRow {
  code: string;
  label: string;
  values: string[];
  differs: boolean;
}

type Words = Pick<Text, 't' | 'number'>;

/** What has a row of its own: prices and names stand in the head, what one may eat has its words. */
const shownElsewhere = new Set(['name', 'price', 'special_price', 'image', 'diet', ...foodCodes]);

/**
 * What can be compared of products beside price and stock: the attributes marked so, dietary labels, allergens
 * and nutrition (ACC-6). A property that nobody states has no row.
 */
export function compareRows(
  products: readonly Product[],
  attributes: readonly Attribute[],
  words: Words,
): CompareRow[] {
  const foods = products.map((product) => foodFactsOf(product, attributes));
  const labelled = (code: string, label: string) =>
    rowOf(
      code,
      label,
      products.map((product) => labelsOf(product, code, attributes).join(', ')),
    );
  return [
    ...attributes.filter(isCompared).map((attribute) => attributeRow(attribute, products)),
    labelled('diet', words.t('food.diet')),
    labelled('allergens', words.t('food.allergens')),
    ...nutrients.map(({ code, unit }) => nutrientRow(code, unit, foods, words)),
  ].filter((row) => row.values.some((value) => value !== ''));
}

/** `is_comparable` travels as true, 1 or "1" (wire contract 2.4). */
function isCompared({ is_comparable, attribute_code, frontend_input }: Attribute): boolean {
  const marked = ['true', '1'].includes(String(is_comparable));
  return marked && frontend_input !== 'boolean' && !shownElsewhere.has(attribute_code);
}

function attributeRow(attribute: Attribute, products: readonly Product[]): CompareRow {
  const { attribute_code: code, frontend_label, default_frontend_label } = attribute;
  const value = (product: Product) =>
    Array.isArray(product[code])
      ? labelsOf(product, code, [attribute]).join(', ')
      : (labelOf(product, code, [attribute]) ?? choicesOf(product, code));
  return rowOf(code, frontend_label || default_frontend_label, products.map(value));
}

/** What a product with variants can be chosen by has no value of its own, but all that there are. */
function choicesOf(product: Product, code: string): string {
  const option = product.configurable_options?.find(({ attribute_code }) => attribute_code === code);
  return option?.values.map(({ label }) => label).join(', ') ?? '';
}

/** In 100 g or 100 ml: which of the two is said with each amount, since a drink may stand beside a bar. */
function nutrientRow(
  code: (typeof nutrients)[number]['code'],
  unit: string,
  foods: readonly (FoodFacts | undefined)[],
  { t, number }: Words,
): CompareRow {
  const values = foods.map((food) => {
    const amount = food?.nutrition.find((row) => row.code === code)?.amount;
    if (!food || amount === undefined) return '';
    return `${number(amount)} ${unit} ${t('food.per100', { unit: food.per })}`;
  });
  return rowOf(code, t(`food.${code}` as MessageId), values);
}

function rowOf(code: string, label: string, values: string[]): CompareRow {
  return { code, label, values, differs: new Set(values).size > 1 };
}
