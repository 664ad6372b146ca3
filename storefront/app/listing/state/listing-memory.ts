import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { largestPage, pageSize } from '@fynbos/core/shop.ts';
import type { RenderableOfflinePage } from '../../offline-catalog/components/offline-page.lazy.ts';
import { inView, pathInView } from '../../paths.ts';
import type { Listing } from './load-listing.ts';

/**
 * The last listings of this visit, in the browser only. Going back needs no request, and loading more
 * fetches only the missing products.
 */
export const remembered = new Map<string, { page: { listing: Listing }; at: number }>();
const maxRemembered = 6;
const freshFor = 120_000;

/**
 * Hooks of the second stage, set once its code has loaded. `listed` is called for each list shown; `pageAt`
 * may return a prepared page.
 */
export const behind: {
  listed?(listing: Listing): void;
  pageAt?(path: string): object | undefined;
} = {};

/**
 * Remembers the data of a listing page, newest last.
 * @param address as the router knows it, without a view's prefix
 */
export function rememberListing(address: string, page: { listing: Listing }): void {
  const key = keyOf(new URL(inView(address), 'http://shop.invalid'));
  remembered.delete(key);
  remembered.set(key, { page, at: page.listing.since ?? Date.now() });
  const [oldest] = remembered.keys();
  if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
  behind.listed?.(page.listing);
}

/**
 * Returns the page of an address: prepared, remembered and extended where needed, or newly loaded. If
 * loading fails, the offline catalogue provides the page.
 */
export const recallListing = <P extends object>(
  request: Request,
  load: () => Promise<P>,
): Promise<P | RenderableOfflinePage> =>
  recall(request, load).catch((failure) =>
    import('../../offline-catalog/components/offline-page.lazy.ts').then(
      ({ loadOfflinePage }) => loadOfflinePage(request, failure),
      () => Promise.reject(failure),
    ),
  );

async function recall<P extends object>(request: Request, load: () => Promise<P>): Promise<P> {
  const url = new URL(request.url);
  const ready = behind.pageAt?.(pathInView(url.pathname));
  // The loader of the same address prepared this page.
  if (ready) return ready as P;
  const known = remembered.get(keyOf(url));
  if (!known || Date.now() - known.at > freshFor) return load();
  // The page of the same address, as `load` returned it.
  const page = known.page as P & { listing: Listing };
  const { shown } = readListingChoice(url.searchParams, pageSize, largestPage);
  if (shown < page.listing.items.length) return load();
  // Loaded on demand, because most pages never request more products.
  const { extendListing } = await import('./extend-listing.lazy.ts');
  const listing = await extendListing(page.listing, shown, { signal: request.signal });
  return { ...page, listing: { ...listing, since: known.at } };
}

/** The address without the number of products shown. */
function keyOf(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete('shown');
  query.sort();
  return `${url.pathname}?${query}`;
}
