import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { largestPage, pageSize } from '@fynbos/core/shop.ts';
import { inView, pathInView } from '../paths.ts';
import type { PocketAnswer } from '../pocket/instead.ts';
import type { Listing } from './listing-data.ts';

/**
 * The last listings of this visit, in the browser only: going back costs no bytes, and loading more
 * fetches only what is missing.
 */
export const remembered = new Map<string, { page: { listing: Listing }; at: number }>();
const mostRemembered = 6;
const freshFor = 120_000;

/** What comes behind lists, once its code is there: it hears of each list that is shown, and may have a page ready. */
export const behind: {
  listed?(listing: Listing): void;
  pageAt?(path: string): object | undefined;
} = {};

/** Keeps what a listing page was given, newest last. @param address as the router knows it, without a view's prefix */
export function rememberListing(address: string, page: { listing: Listing }): void {
  const key = keyOf(new URL(inView(address), 'http://shop.invalid'));
  remembered.delete(key);
  remembered.set(key, { page, at: page.listing.since ?? Date.now() });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  behind.listed?.(page.listing);
}

/**
 * The page of an address: what is ready or remembered of it, extended where more is asked for, or loaded anew; what the
 * pocket knows of it where it cannot be loaded.
 */
export const recallListing = <P extends object>(
  request: Request,
  load: () => Promise<P>,
): Promise<P | PocketAnswer> =>
  recall(request, load).catch((failure) =>
    import('../pocket/instead.ts').then(
      ({ instead }) => instead(request, failure),
      () => Promise.reject(failure),
    ),
  );

async function recall<P extends object>(request: Request, load: () => Promise<P>): Promise<P> {
  const url = new URL(request.url);
  const ready = behind.pageAt?.(pathInView(url.pathname));
  if (ready) return ready as P;
  const known = remembered.get(keyOf(url));
  if (!known || Date.now() - known.at > freshFor) return load();
  const page = known.page as P & { listing: Listing };
  const { shown } = readListingChoice(url.searchParams, pageSize, largestPage);
  if (shown < page.listing.items.length) return load();
  // Asking is what a page that is only read never does.
  const { extendListing } = await import('./extend-listing.ts');
  const listing = await extendListing(page.listing, shown, { signal: request.signal });
  return { ...page, listing: { ...listing, since: known.at } };
}

/** The address without how much of it is shown. */
function keyOf(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete('shown');
  query.sort();
  return `${url.pathname}?${query}`;
}
