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
  const isShown = (code: string) => needed.has(code) || from.attributes.get(code)?.is_visible !== false;
  return Object.fromEntries(Object.entries(attributes).filter(([code]) => isShown(code)));
}

export const configuredBy = (row: ProductRow): ReadonlySet<string> =>
  new Set(row.configurable_options.map(({ attribute_code }) => attribute_code));

/** Vue Storefront clients filter by `new = 1` where this shop has `featured = y` (wire contract 3.6). */
export function newFlag({ attributes }: ProductRow, from: DocumentSources): { new?: '1' } {
  const isShown = from.attributes.get(yesOrNoText)?.is_visible !== false;
  return isShown && attributes[yesOrNoText] === 'y' ? { new: '1' } : {};
}
