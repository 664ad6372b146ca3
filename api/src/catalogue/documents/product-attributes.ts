import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import type { Measure } from '@fynbos/core/pricing/line-amount.ts';
import { measureOf } from '@fynbos/core/pricing/unit-price.ts';
import type { ProductRow } from './catalogue-store.ts';
import type { DocumentSources } from './document-sources.ts';

/** The attribute whose filter is `featured = y` (spec commerce 2), so its values are y and n. */
export const yesOrNoText = 'featured';

/**
 * The values that shoppers may read. Values of an attribute that is not visible (`is_visible`), such as the
 * purchase price or the supplier, appear in no field, filter or count (T15).
 * @param needed codes required to choose a variant
 */
export function shownAttributes(
  { attributes }: ProductRow,
  from: DocumentSources,
  needed: ReadonlySet<string>,
): ProductRow['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([code]) => isShown(code, from, needed)));
}

/** Whether shoppers may read the values of an attribute. */
function isShown(code: string, from: DocumentSources, needed: ReadonlySet<string>): boolean {
  return needed.has(code) || from.attributes.get(code)?.is_visible !== false;
}

export const configuredBy = (row: ProductRow): ReadonlySet<string> =>
  new Set(row.configurable_options.map(({ attribute_code }) => attribute_code));

/** Vue Storefront clients filter by `new = 1` where this shop has `featured = y` (wire contract 3.6). */
export function newFlag({ attributes }: ProductRow, from: DocumentSources): { new?: '1' } {
  const isShown = from.attributes.get(yesOrNoText)?.is_visible !== false;
  return isShown && attributes[yesOrNoText] === 'y' ? { new: '1' } : {};
}

/** The attribute with the pack size. */
const sizeAttribute = 'packsize';

/** The measures by option value: every document needs one, and many have the same size. */
const measures = new WeakMap<Attribute, Map<string, Measure | undefined>>();

/** The measure of the pack size that a product shows; undefined for none, or for a text that is no size. */
export function shownMeasure(
  row: ProductRow,
  from: DocumentSources,
  needed: ReadonlySet<string>,
): Measure | undefined {
  const attribute = from.attributes.get(sizeAttribute);
  if (!attribute || !isShown(sizeAttribute, from, needed)) return undefined;
  const known = measures.get(attribute) ?? measuresOf(attribute);
  measures.set(attribute, known);
  return known.get(String(row.attributes[sizeAttribute]));
}

function measuresOf({ options }: Attribute): Map<string, Measure | undefined> {
  return new Map(options.map(({ value, label }) => [value, measureOf(label)]));
}
