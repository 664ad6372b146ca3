import { type ListingChoice, writeListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';

/** The address of a choice on the same page; it includes the search text. */
export function listingAddress(text: string | undefined, choice: ListingChoice): string {
  const query = new URLSearchParams(text === undefined ? {} : { q: text });
  for (const [name, value] of writeListingChoice(choice, pageSize)) query.append(name, value);
  return `?${query}`;
}

/** Whether a list is filtered or sorted. Such views of the same products are not for search engines. */
export function isNarrowed({ filters, sort }: ListingChoice): boolean {
  return Object.keys(filters).length > 0 || sort !== 'position';
}
