import { type ListingChoice, writeListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import type { ListingScope } from './load-listing.ts';

/**
 * The address of a choice on the same page. It includes the search text. Filters are in the query, or in the
 * path if the scope has one (`/mugs;colour=49?sort=final_price`).
 */
export function listingAddress(
  { text, path }: Pick<ListingScope, 'text' | 'path'>,
  choice: ListingChoice,
): string {
  const query = new URLSearchParams(text === undefined ? {} : { q: text });
  for (const [name, value] of writeListingChoice(path ? { ...choice, filters: {} } : choice, pageSize))
    query.append(name, value);
  if (!path) return `?${query}`;
  const filters = writeListingChoice({ ...choice, sort: 'position', shown: pageSize }, pageSize);
  return `${[path, ...String(filters).split('&').filter(Boolean)].join(';')}?${query}`;
}

/** Whether a list is filtered or sorted. Such views of the same products are not for search engines. */
export function isNarrowed({ filters, sort }: ListingChoice): boolean {
  return Object.keys(filters).length > 0 || sort !== 'position';
}
