import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { groupToken } from '../accounts/session/group-token.ts';
import { idle } from '../ui/idle.ts';
import { savesData } from '../ui/saves-data.ts';
import type { Listing } from './listing-data.ts';
import { behind, remembered } from './listing-memory.ts';

let gone = new AbortController();
/** Whether a product's document is there already; none is before the first came. */
let isKept = (_path: string): boolean => false;

/**
 * Two stages (commerce 9, decision 31): a list comes with what its cards show, and the full products behind it, so that
 * their pages are there at once, without a network too. A list that is left before they came goes on without them.
 */
export function prepareProducts(): void {
  measureLists();
  behind.listed = (listing) => {
    gone.abort();
    gone = new AbortController();
    // It is a favour: what cannot be had now is loaded when it is asked for.
    prepare(listing, gone.signal).catch(() => {});
  };
  const shown = [...remembered.values()].at(-1);
  if (shown) behind.listed(shown.page.listing);
}

/**
 * Loads the full products of a list in one call, and what their pages are drawn with. Where the first stage took longer
 * than this call there is nothing to be won by it: then it is off for the rest of the visit. A browser that wants to
 * spend little is never asked to.
 */
async function prepare({ items: cards }: Listing, signal: AbortSignal): Promise<void> {
  if (isOff() || savesData() || !navigator.onLine) return;
  const skus = cards
    .filter((card) => isWhole(card) && !isKept(card.url_path))
    .slice(0, pageSize)
    .map(({ sku }) => sku);
  if (skus.length === 0) return;
  await idle(2000);
  signal.throwIfAborted();
  const { find } = await import('./queries.ts');
  const group = groupToken();
  const list = `${location.pathname}.data`;
  const begin = performance.now();
  const { items } = await find('product', { filters: { sku: { in: skus } }, size: skus.length }, { signal });
  if ((took.get(list) ?? 0) > performance.now() - begin) return switchOff();
  const [{ earlyPageAt, prepareToRead }, { findFull, keepFull }] = await Promise.all([
    import('./early-page.ts'),
    import('./full-products.ts'),
  ]);
  await prepareToRead(items, { signal });
  await Promise.all([
    import('./product-view.tsx'),
    import('./product-about.tsx'),
    import('./food-panel.tsx'),
    import('./watch-product.ts'),
    import('../buying/buy.tsx'),
  ]);
  const at = Date.now();
  for (const product of items) if (isWhole(product)) keepFull({ product, at, group });
  behind.pageAt = earlyPageAt;
  isKept = (path) => findFull(path) !== undefined;
  // For whoever looks at the timings of a page.
  performance.measure('second stage', { start: begin });
}

/** How long the data of each page took, in milliseconds, as the browser measured it; of a document it is not known. */
const took = new Map<string, number>();

let isMeasuring = false;

function measureLists(): void {
  if (isMeasuring) return;
  isMeasuring = true;
  new PerformanceObserver((heard) => {
    for (const { name, duration } of heard.getEntries()) {
      const { pathname } = new URL(name);
      if (pathname.endsWith('.data')) took.set(pathname, duration);
    }
  }).observe({ type: 'resource', buffered: true });
}

/** A set's page needs its parts besides. */
const isWhole = ({ type_id }: Pick<Product, 'type_id'>): boolean =>
  type_id !== 'bundle' && type_id !== 'grouped';

const key = 'fynbos-two-stage';
let off = false;

function isOff(): boolean {
  try {
    return off || sessionStorage.getItem(key) === 'off';
  } catch {
    return off;
  }
}

function switchOff(): void {
  off = true;
  try {
    sessionStorage.setItem(key, 'off');
  } catch {
    // A browser that keeps nothing remembers it for this page.
  }
}
