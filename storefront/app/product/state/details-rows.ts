import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { foodCodes } from '../../catalogue/state/food/food-facts.ts';

/** One row of the details table. */
export interface Detail {
  code: string;
  label: string;
  /** Labels of options, or a text alone. */
  values: string[];
}

/** Attributes that the page shows elsewhere, or that mean nothing to a shopper. */
const shownElsewhere = new Set([
  'name',
  'description',
  'short_description',
  'price',
  'special_price',
  'image',
  'featured',
  'is_special',
  'diet',
  ...foodCodes,
]);

/** The visible attributes of a product with their labels, selects by the label of their option. */
export function detailsOf(product: Product, attributes: readonly Attribute[]): Detail[] {
  return attributes
    .filter((attribute) => isShown(attribute))
    .map((attribute) => ({
      code: attribute.attribute_code,
      label: attribute.frontend_label || attribute.default_frontend_label,
      values: written(product[attribute.attribute_code], attribute),
    }))
    .filter((detail) => detail.values.length > 0 && detail.label)
    .filter((detail, index, all) => index === all.findIndex((candidate) => isSameDetail(candidate, detail)));
}

/** A brand often appears twice, as text and as a select. */
function isSameDetail(a: Detail, b: Detail): boolean {
  return a.label === b.label && a.values.join() === b.values.join();
}

/** `is_visible_on_front` arrives as true, 1 or "1" (wire contract 2.4). */
function isShown(attribute: Attribute): boolean {
  const onFront = String(attribute.is_visible_on_front);
  return (onFront === 'true' || onFront === '1') && !shownElsewhere.has(attribute.attribute_code);
}

function written(value: unknown, { frontend_input, options }: Attribute): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (frontend_input === 'boolean') return [];
  const values = Array.isArray(value) ? value : [value];
  const labels = values.map((entry) => options?.find((option) => option.value === String(entry))?.label);
  const chooses = frontend_input === 'select' || frontend_input === 'multiselect';
  return chooses ? labels.flatMap((label) => label || []) : values.map(String);
}
