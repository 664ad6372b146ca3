import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { hydrated, type Visit } from './browser.ts';
import { cartAlive, cartHeaders, countAt, linesKept } from './cart-pages.ts';
import { main, putInCart, stockOf } from './checkout-pages.ts';
import { products } from './larder.ts';
import { type Line, openLine } from './line.ts';
import {
  arrived,
  comeBack,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  waitingOrders,
} from './offline-orders.ts';
import { type OlderPages, openOlderPages } from './older-pages.ts';
import { openShop } from './opened.ts';
import { load } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

/**
 * A deploy that brings another service worker and another shape of what waits, while orders wait and tabs are open
 * (reliability, 22). The pages before it are built from the source of today, in which the boxes had their first schema.
 */
const our = openShop({}, (shop) => load(shop, { 'products.csv': products }));
const before = [
  { file: 'storefront/app/offline/box-schema.ts', is: /^(export const schema) = \d+;/m, was: '$1 = 1;' },
  { file: 'storefront/app/offline/box-schema.ts', is: /^ {2}if \(from >= 2\) return;$/m, was: '  return;' },
];

let older: OlderPages;
let line: Line;
let shopper: Visit;
let faults: string[];
beforeAll(async () => {
  older = await openOlderPages(our.shop.origin, before);
  line = await openLine(our.shop.origin);
});
afterAll(async () => {
  await line?.close();
  await older?.close();
});
beforeEach(async () => {
  line.instead = ({ url = '' }) => (/^\/(api|img)\//.test(url) ? undefined : older.origin);
  shopper = await visitWithWorker(our.browser, line.origin);
  shopper.expectFault(lostCalls);
  faults = [];
  const context = shopper.page.context();
  context.on('weberror', (error) => faults.push(String(error.error())));
  // The visit hears of its first tab alone.
  context.on('console', (message) => {
    if (message.type() === 'error' && !lostCalls.test(message.text())) faults.push(message.text());
  });
});
afterEach(() => shopper.close());

/** What the browser's database of what waits is: its version, its stores, and the orders as they lie there. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('fynbos');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    const db = opening.result;
    const asked = db.transaction('boxes').objectStore('boxes').get('orders');
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    const found = { version: db.version, stores: [...db.objectStoreNames] };
    db.close();
    return { ...found, orders: (asked.result?.entries ?? []) as Record<string, unknown>[] };
  });

/** A worker is there once every file of its build is. */
const installingMs = 60_000;

const said = (page: Page, words: RegExp) => page.getByText(words).filter({ visible: true });
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: true }).mark);
const isMarked = (page: Page) => page.evaluate(() => (window as { mark?: true }).mark === true);

/** Makes orders without a network, of one piece, of two, and so on. */
async function makeOrders(page: Page, many: number): Promise<void> {
  for (let count = 1; count <= many; count++) {
    await putInCart(page, 'larder-rusks', count);
    await loseNetwork(page);
    await orderOffline(page, 'thandi@example.co.za');
    await comeBack(page);
  }
  await settled(page);
}

/** The shop of today is there from now on, and this tab goes over to it. */
async function deploy(page: Page): Promise<void> {
  line.instead = () => undefined;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const offer = page.getByRole('button', { name: 'Reload now' });
  await offer.waitFor({ timeout: installingMs });
  const loaded = page.waitForEvent('load');
  await offer.click();
  await loaded;
  await hydrated(page);
}

long(
  'orders that wait through a new worker and a new schema arrive once each, and open tabs go on',
  async () => {
    const { page: first } = shopper;
    const many = 5;
    const stock = await stockOf(our.shop, 'L-RUSKS');
    await makeOrders(first, many);
    const old = [await first.context().newPage(), await first.context().newPage()];
    const [second, third] = old as [Page, Page];
    await second.goto('/larder-tea');
    await third.goto('/pantry');
    for (const page of [first, ...old]) {
      await hydrated(page);
      await page.getByText('Order waiting!').waitFor();
      await mark(page);
    }
    const waited = await kept(first);
    expect([waited.version, waited.stores, waited.orders.length]).toEqual([1, ['boxes'], many]);
    for (const order of waited.orders) expect(order).not.toHaveProperty('created_at');

    await deploy(first);
    expect(await Promise.all([first, ...old].map(isMarked))).toEqual([false, true, true]);
    await openWaiting(first);
    const migrated = await kept(first);
    expect(migrated.version).toBeGreaterThan(waited.version);
    expect(migrated.stores).toContain('leases');
    const record = ({ at }: Record<string, unknown>) => ({ attempts: 0, created_at: at, updated_at: at });
    expect(migrated.orders).toEqual(waited.orders.map((order) => ({ ...order, ...record(order) })));
    // What a newer shop sees to nobody can send, or take back, who does not know how it stands.
    for (const page of old) {
      await said(page, /The shop was updated meanwhile/).waitFor();
      await page.getByText('Order waiting!').waitFor({ state: 'detached' });
    }

    await waitingOrders(first)
      .getByRole('button', { name: `Confirm all ${many}` })
      .click();
    expect(new Set(await arrived(first)).size).toBe(many);
    const left = stock - (many * (many + 1)) / 2;
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(left);

    // A tab of the shop before goes on, and comes to the new one when its shopper says so.
    await main(second).getByRole('button', { name: 'Add to cart', exact: true }).click();
    await main(second).getByText('It is in your cart.').waitFor();
    await expect
      .poll(async () => linesKept(our.shop.origin, (await cartHeaders(second)) ?? {}))
      .toEqual({ 'Larder Tea': 1 });
    for (const page of old) {
      expect(await page.getByText(/keeps nothing/).count()).toBe(0);
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload now' }).first().click();
      await loaded;
      await cartAlive(page);
      await expect.poll(() => countAt(page)).toBe(1);
      expect(await page.getByText('Order waiting!').count()).toBe(0);
    }
    expect(await stockOf(our.shop, 'L-RUSKS')).toBe(left);
    expect(faults).toEqual([]);
  },
  240_000,
);
