import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { behind, remembered } from '../../listing/state/listing-memory.ts';
import type { Listing } from '../../listing/state/load-listing.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { idle } from '../../platform/browser/idle.ts';
import { savesData } from '../../platform/network/data-saver.ts';
import { groupToken } from '../../platform/session/group-token.ts';
import { once } from '../../platform/state/once.ts';
import { readText, writeText } from '../../platform/storage/browser-storage.ts';
import { cacheFull, findFull } from '../state/full-products.ts';

/**
 * Loads lists in two stages (spec commerce 9, spec D31). The list arrives with its card fields; the full
 * products follow, so their pages open at once, also without a network. Leaving a list early cancels its
 * second stage.
 */
export function prepareProducts(): void {
  followLists();
  const shown = [...remembered.values()].at(-1);
  if (shown) behind.listed?.(shown.page.listing);
}

const followLists = once(() => {
  let controller = new AbortController();
  measureLists();
  behind.listed = (listing) => {
    controller.abort();
    controller = new AbortController();
    // Best effort: a product that cannot be loaded now is loaded on demand.
    prepare(listing, controller.signal).catch(() => {});
  };
});

/**
 * Loads the full products of a list in one call, and the code of their pages. If the first stage took
 * longer than this call, preloading gains nothing and is switched off for the visit. It never runs in a
 * browser that saves data.
 */
async function prepare({ items: cards }: Listing, signal: AbortSignal): Promise<void> {
  if (isOff() || savesData() || !navigator.onLine) return;
  const skus = cards
    .filter((card) => isWhole(card) && !findFull(card.url_path))
    .slice(0, pageSize)
    .map(({ sku }) => sku);
  if (skus.length === 0) return;
  await idle(2000);
  signal.throwIfAborted();
  const { find } = await import('../../catalogue/state/catalogue-queries.ts');
  const group = groupToken();
  const list = `${location.pathname}.data`;
  const begin = performance.now();
  const { items } = await find('product', { filters: { sku: { in: skus } }, size: skus.length }, { signal });
  if ((took.get(list) ?? 0) > performance.now() - begin) return switchOff();
  const { earlyPageAt, prepareToRead } = await import('../state/prefetched-page.lazy.ts');
  await prepareToRead(items, { signal });
  await Promise.all([
    import('./product-view.tsx'),
    import('./product-description.lazy.tsx'),
    import('./food-panel.lazy.tsx'),
    import('../state/product-refresh.lazy.ts'),
    import('../../cart/components/add-to-cart-form.lazy.tsx'),
  ]);
  const at = Date.now();
  for (const product of items) if (isWhole(product)) cacheFull({ product, at, group });
  behind.pageAt = earlyPageAt;
  // Shown in the browser's performance timeline.
  performance.measure('second stage', { start: begin });
}

/** How long the data of each page took to load, in milliseconds. Unknown for full documents. */
const took = new Map<string, number>();

function measureLists(): void {
  new PerformanceObserver((entries) => {
    for (const { name, duration } of entries.getEntries()) {
      const { pathname } = new URL(name);
      if (pathname.endsWith('.data')) took.set(pathname, duration);
    }
  }).observe({ type: 'resource', buffered: true });
}

/** The page of a set also needs its parts. */
const isWhole = ({ type_id }: Pick<Product, 'type_id'>): boolean =>
  type_id !== 'bundle' && type_id !== 'grouped';

const key = 'fynbos-two-stage';

/** The cached documents are found by `url_path`, which is no address without the URL dispatcher. */
const isOff = (): boolean => readText(key, 'session') === 'off' || !apiSettings().switches.urlDispatcher;

function switchOff(): void {
  // Without storage, it is off for this page only.
  delete behind.listed;
  writeText(key, 'off', 'session');
}
