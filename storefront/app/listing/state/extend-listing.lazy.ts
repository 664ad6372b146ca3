import { findCards, listingBody, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import type { Listing } from './load-listing.ts';

/** Extends the listing by the following products, up to `shown` (CAT-4). */
export async function extendListing(listing: Listing, shown: number, requester: Requester): Promise<Listing> {
  const start = listing.items.length;
  const choice = { ...listing.choice, shown };
  if (start >= shown || start >= listing.total) return { ...listing, choice };
  const body = listingBody(listing.scope, choice, { start, size: shown - start, facets: false });
  const { items, total, offline } = await findCards(body, requester, choice.filters);
  // Offline, the following products are unknown, so the listing stays as it is.
  if (offline) return listing;
  return { ...listing, choice, total, items: [...listing.items, ...items] };
}
