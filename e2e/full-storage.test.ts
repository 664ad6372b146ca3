import { isLong, long } from '@fynbos/api/testing/long.ts';
import type { CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hydrated, type Visit } from './browser.ts';
import { main, placeButton, putInCart, stockOf, thanked } from './checkout-pages.ts';
import { readKeptOrders } from './kept-orders.ts';
import {
  arrived,
  asksToStay,
  comeBack,
  confirmFirst,
  loseNetwork,
  lostCalls,
  noteAsksToStay,
  openWaiting,
  orderOffline,
  typeOffline,
  waitingOrders,
} from './offline-orders.ts';
import { openLarder } from './opened.ts';
import { keptAddresses, settled, visitWithWorker } from './worker-pages.ts';

/** What waits is the last that a browser lets go of, and nobody is told that something waits which does not (reliability, 23). */
const our = openLarder();
const email = 'full.storage@example.co.za';
const queued = (page: Page) => main(page).getByText('You are offline. Your order has been queued.');
const notQueued = (page: Page) => main(page).getByText('Your order is not queued');

/** All that a browser keeps of the shop in these tests: what it fetches ahead, and 8 MB. */
const room = 16_000_000;

let shopper: Visit;
let page: Page;
let devtools: CDPSession;
beforeEach(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  shopper.expectFault(lostCalls);
  shopper.expectFault(/quota/i);
  // The browser says so of the worker that is gone, and that nobody can fetch now.
  shopper.expectFault(/^An unknown error occurred when fetching the script/);
  page = shopper.page;
  devtools = await page.context().newCDPSession(page);
});
afterEach(() => shopper.close());

/**
 * Fills the last byte of what the browser gives the shop. A browser remembers for a while how much room there was for a
 * database: that is used up first; and of what goes first nothing is left but this.
 *
 * @param name the cache that takes it all
 */
async function fill(name: string): Promise<void> {
  await page.evaluate(useUpRoom);
  await page.evaluate(async (name) => {
    const pictures = await caches.open('fynbos-pictures');
    for (const picture of await pictures.keys()) await pictures.delete(picture, { ignoreVary: true });
    const cache = await caches.open(name);
    let written = 0;
    for (let size = 1_000_000; size >= 100; ) {
      const answer = new Response(new Uint8Array(size));
      await cache.put(`/img/filling-${written++}`, answer).catch(() => {
        size = Math.floor(size / 4);
      });
    }
  }, name);
}

/** Writes into a database until it takes no more, and deletes it. */
async function useUpRoom(): Promise<void> {
  const opening = indexedDB.open('filling');
  opening.onupgradeneeded = () => opening.result.createObjectStore('all', { autoIncrement: true });
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const db = opening.result;
  // What a browser can make smaller takes hardly any room.
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

/** How much of what it was filled with is there still. */
const fillings = async () =>
  (await keptAddresses(page)).filter((address) => address.startsWith('/img/filling-')).length;

const waitingHere = async () => (await page.evaluate(readKeptOrders)).waiting.length;

describe('a browser that is full when an order is made without a network', () => {
  test('lets go of pictures and pages, never of an order, and each order arrives once', async () => {
    const fills = isLong ? ['fynbos-pictures', 'fynbos-pages'] : ['fynbos-pages'];
    const { origin } = our.shop;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: room });
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
      // Pages are the last to go; the worker begins to keep new ones when it likes.
      if (filled !== 'fynbos-pages') expect(await page.evaluate(() => caches.has('fynbos-pages'))).toBe(true);
      await comeBack(page);
    }
    await openWaiting(page);
    if (isLong) await waitingOrders(page).getByRole('button', { name: 'Confirm all 2' }).click();
    else await confirmFirst(page);
    expect(new Set(await arrived(page)).size).toBe(fills.length);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(stock - (isLong ? 3 : 1));
  }, 180_000);
});

describe('a browser that lets go of everything while a page is open', () => {
  // What browsers make room with; a shopper who clears everything by hand clears what was typed too.
  const evict = () =>
    devtools.send('Storage.clearDataForOrigin', {
      origin: our.shop.origin,
      storageTypes: 'indexeddb,cache_storage,service_workers',
    });

  long(
    'before an order is made: it is not called queued, and what was typed is there still',
    async () => {
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
    },
    120_000,
  );

  test('after an order was made: it is not called queued any more, and sent once from this page', async () => {
    const stock = await stockOf(our.shop, 'L-RUSKS');
    await noteAsksToStay(page);
    await putInCart(page, 'larder-rusks');
    await settled(page);
    await loseNetwork(page);
    await orderOffline(page, email);
    expect([await waitingHere(), await asksToStay(page)]).toEqual([1, 1]);
    await evict();
    await notQueued(page).waitFor();
    expect(await queued(page).count()).toBe(0);
    await main(page).getByText('leave this page open until the order has been sent').waitFor();
    await page.context().setOffline(false);
    await thanked(page);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(stock - 1);
    // Nothing of it is left to be sent again.
    await page.goto('/larder');
    await hydrated(page);
    expect(await page.getByText('Order waiting!').count()).toBe(0);
    expect(await stockOf(our.shop, 'L-RUSKS')).toBe(stock - 1);
  }, 120_000);
});
