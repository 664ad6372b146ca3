import type { CDPSession, Page } from '@playwright/test';
import { hydrated, type Visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main, placeButton, putInCart, stockOf, thanked } from '../../pages/checkout.ts';
import {
  arrived,
  comeBack,
  confirmFirst,
  countPersistRequests,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  persistRequestCount,
  typeOffline,
  waitingOrders,
} from '../../pages/offline-orders.ts';
import { cachedAddresses, settled, visitWithWorker } from '../../pages/service-worker.ts';
import { readStoredOrders } from '../../pages/stored-orders.ts';

/**
 * Waiting orders are the last data to lose when storage is full, and the shop never reports an order as
 * queued that is not stored (reliability, 23).
 */
const our = openSharedShop(undefined, { pictures: isLong });
const email = 'full.storage@example.co.za';
const queued = (page: Page) => main(page).getByText('You are offline. Your order has been queued.');
const notQueued = (page: Page) => main(page).getByText('Your order is not queued');

/** Storage quota of the shop in these tests: the prefetched files and 8 MB. */
const quotaBytes = 16_000_000;

let shopper: Visit;
let page: Page;
let devtools: CDPSession;
test.beforeEach(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  shopper.expectConsoleError(lostCalls);
  shopper.expectConsoleError(/quota/i);
  // The browser reports this for the deleted worker, which cannot be fetched offline.
  shopper.expectConsoleError(/^An unknown error occurred when fetching the script/);
  page = shopper.page;
  devtools = await page.context().newCDPSession(page);
});

/**
 * Fills the browser's quota for the shop to the last byte. A browser remembers the free space of a database
 * for a while, so that space is used up first. Then the cached pictures are deleted and replaced by the
 * filling.
 * @param name the cache to fill
 */
async function fill(name: string): Promise<void> {
  await page.evaluate(useUpQuota);
  await page.evaluate(async (name) => {
    const pictures = await caches.open('fynbos-pictures');
    for (const picture of await pictures.keys()) await pictures.delete(picture, { ignoreVary: true });
    const cache = await caches.open(name);
    let written = 0;
    for (let size = 1_000_000; size >= 100; ) {
      const response = new Response(new Uint8Array(size));
      await cache.put(`/img/filling-${written++}`, response).catch(() => {
        size = Math.floor(size / 4);
      });
    }
  }, name);
}

/** Writes into a database until it is full, and deletes it. */
async function useUpQuota(): Promise<void> {
  const opening = indexedDB.open('filling');
  opening.onupgradeneeded = () => opening.result.createObjectStore('all', { autoIncrement: true });
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const db = opening.result;
  // Random data, because compressible data would use hardly any space.
  const noise = new Uint8Array(1_000_000);
  for (let at = 0; at < noise.length; at += 50_000) crypto.getRandomValues(noise.subarray(at, at + 50_000));
  for (let size = 1_000_000; size >= 100; ) {
    const writing = db.transaction('all', 'readwrite', { durability: 'strict' });
    writing.objectStore('all').add(noise.slice(0, size));
    const isWritten = await new Promise((resolve) => {
      writing.oncomplete = () => resolve(true);
      writing.onabort = () => resolve(false);
    });
    if (!isWritten) size = Math.floor(size / 4);
  }
  db.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('filling').onsuccess = resolve;
  });
}

/** The number of filling entries still cached. */
const fillings = async () =>
  (await cachedAddresses(page)).filter((address) => address.startsWith('/img/filling-')).length;

const waitingHere = async () => (await page.evaluate(readStoredOrders)).waiting.length;

test.describe('an offline order in a browser with full storage', () => {
  test('deletes pictures and pages but never an order, and each order arrives once', async () => {
    const fills = isLong ? ['fynbos-pictures', 'fynbos-pages'] : ['fynbos-pages'];
    const { origin } = our.shop;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: quotaBytes });
    const stock = await stockOf(our.shop, 'L-RUSKS');
    for (const [at, filled] of fills.entries()) {
      await putInCart(page, 'larder-rusks', at + 1);
      await settled(page);
      await loseNetwork(page);
      await typeOffline(page, email);
      await fill(filled);
      expect(await fillings()).toBeGreaterThan(5);
      await placeButton(page).click();
      await queued(page).or(notQueued(page)).first().waitFor();
      expect(await queued(page).count()).toBe(1);
      expect([await waitingHere(), await fillings()]).toEqual([at + 1, 0]);
      // Pages are deleted last; the worker may start caching new ones at any time.
      if (filled !== 'fynbos-pages') expect(await page.evaluate(() => caches.has('fynbos-pages'))).toBe(true);
      await comeBack(page);
    }
    await openWaiting(page);
    if (isLong) await waitingOrders(page).getByRole('button', { name: 'Confirm all 2' }).click();
    else await confirmFirst(page);
    expect(new Set(await arrived(page)).size).toBe(fills.length);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(stock - (isLong ? 3 : 1));
  });
});

test.describe('a browser that evicts all storage while a page is open', () => {
  // Storage types that browsers evict. A shopper who clears everything manually also clears the input.
  const evict = () =>
    devtools.send('Storage.clearDataForOrigin', {
      origin: our.shop.origin,
      storageTypes: 'indexeddb,cache_storage,service_workers',
    });

  test('before an order: the order is not reported as queued, and the input stays', {
    tag: '@stress',
  }, async () => {
    await putInCart(page, 'larder-tea');
    await settled(page);
    await loseNetwork(page);
    await typeOffline(page, email);
    await evict();
    await placeButton(page).click();
    await notQueued(page).waitFor();
    expect(await queued(page).count()).toBe(0);
    await main(page).getByText('12 Long Street').first().waitFor();
    await page.context().setOffline(false);
    await placeButton(page).click();
    await thanked(page);
  });

  test('after an order: it is no longer reported as queued, and this page sends it once', async () => {
    const stock = await stockOf(our.shop, 'L-RUSKS');
    await countPersistRequests(page);
    await putInCart(page, 'larder-rusks');
    await settled(page);
    await loseNetwork(page);
    await orderOffline(page, email);
    expect([await waitingHere(), await persistRequestCount(page)]).toEqual([1, 1]);
    await evict();
    await notQueued(page).waitFor();
    expect(await queued(page).count()).toBe(0);
    await main(page).getByText('leave this page open until the order has been sent').waitFor();
    await page.context().setOffline(false);
    await thanked(page);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(stock - 1);
    // Nothing remains that could be sent twice.
    await page.goto('/larder');
    await hydrated(page);
    expect(await page.getByText('Order waiting!').count()).toBe(0);
    expect(await stockOf(our.shop, 'L-RUSKS')).toBe(stock - 1);
  });
});
