import type { Listing } from './listing-data.ts';
import { type Asker, findCards, listingBody } from './queries.ts';

/** The listing with the products that follow what it has, so that `shown` are there (CAT-4). */
export async function extendListing(listing: Listing, shown: number, asker: Asker): Promise<Listing> {
  const start = listing.items.length;
  const choice = { ...listing.choice, shown };
  if (start >= shown || start >= listing.total) return { ...listing, choice };
  const body = listingBody(listing.scope, choice, { start, size: shown - start, facets: false });
  const { items, total, offline } = await findCards(body, asker);
  // Nothing is known of what follows: what is there stays.
  if (offline) return listing;
  return { ...listing, choice, total, items: [...listing.items, ...items] };
}
