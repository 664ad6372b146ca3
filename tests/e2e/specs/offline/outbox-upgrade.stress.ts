import type { Page } from '@playwright/test';
import { hydrated, type Visit } from '../../fixtures/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../../fixtures/fault-proxy.ts';
import { load } from '../../fixtures/import-files.ts';
import { type OlderPages, openOlderPages } from '../../fixtures/previous-build.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartAlive, cartHeaders, countAt, storedQuantities } from '../../pages/cart.ts';
import { main, putInCart, stockOf } from '../../pages/checkout.ts';
import {
  arrived,
  comeBack,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  waitingOrders,
} from '../../pages/offline-orders.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';

/**
 * A deploy brings another service worker and another outbox schema while orders wait and tabs are open
 * (reliability, 22). The earlier pages are built from the current source with the first outbox schema.
 */
const our = openShop({}, (shop) => load(shop, { 'products.csv': products }));
const before = [
  {
    file: 'storefront/app/platform/outbox/outbox-schema.ts',
    is: /^(export const schema) = \d+;/m,
    was: '$1 = 1;',
  },
  {
    file: 'storefront/app/platform/outbox/outbox-schema.ts',
    is: /^ {2}if \(from >= 2\) return;$/m,
    was: '  return;',
  },
];

let older: OlderPages;
let proxy: NetworkProxy;
let shopper: Visit;
let errors: string[];
test.beforeAll(async () => {
  older = await openOlderPages(our.shop.origin, before);
  proxy = await openNetworkProxy(our.shop.origin);
});
test.afterAll(async () => {
  await proxy?.close();
  await older?.close();
});
test.beforeEach(async () => {
  proxy.instead = ({ url = '' }) => (/^\/(api|img)\//.test(url) ? undefined : older.origin);
  shopper = await visitWithWorker(our.browser, proxy.origin);
  shopper.expectConsoleError(lostCalls);
  errors = [];
  const context = shopper.page.context();
  context.on('weberror', (error) => errors.push(String(error.error())));
  // The visit observes only its first tab.
  context.on('console', (message) => {
    if (message.type() === 'error' && !lostCalls.test(message.text())) errors.push(message.text());
  });
});
/** The browser's outbox database: its version, its stores, and the stored orders. */
const readDatabase = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('fynbos');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    const db = opening.result;
    const request = db.transaction('boxes').objectStore('boxes').get('orders');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const database = { version: db.version, stores: [...db.objectStoreNames] };
    db.close();
    return { ...database, orders: (request.result?.entries ?? []) as Record<string, unknown>[] };
  });

/** A worker is installed once every file of its build is cached. */
const installingMs = 60_000;

const visibleText = (page: Page, pattern: RegExp) => page.getByText(pattern).filter({ visible: true });
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: true }).mark);
const isMarked = (page: Page) => page.evaluate(() => (window as { mark?: true }).mark === true);

/** Places orders offline with one unit, two units, and so on. */
async function makeOrders(page: Page, many: number): Promise<void> {
  for (let count = 1; count <= many; count++) {
    await putInCart(page, 'larder-rusks', count);
    await loseNetwork(page, older.build);
    await orderOffline(page, 'thandi@example.co.za');
    await comeBack(page);
  }
  await settled(page);
}

/** Serves the current shop from now on and reloads this tab into it. */
async function deploy(page: Page): Promise<void> {
  proxy.instead = () => undefined;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const offer = page.getByRole('button', { name: 'Reload now' });
  await offer.waitFor({ timeout: installingMs });
  const loaded = page.waitForEvent('load');
  await offer.click();
  await loaded;
  await hydrated(page);
}

test('waiting orders arrive once each after a new worker and a new schema, and open tabs continue to work', {
  tag: '@stress',
}, async () => {
  test.setTimeout(240_000);
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
  const waited = await readDatabase(first);
  expect([waited.version, waited.stores, waited.orders.length]).toEqual([1, ['boxes'], many]);
  for (const order of waited.orders) expect(order).not.toHaveProperty('created_at');

  await deploy(first);
  expect(await Promise.all([first, ...old].map(isMarked))).toEqual([false, true, true]);
  await openWaiting(first);
  const migrated = await readDatabase(first);
  expect(migrated.version).toBeGreaterThan(waited.version);
  expect(migrated.stores).toContain('leases');
  const record = ({ at }: Record<string, unknown>) => ({ attempts: 0, created_at: at, updated_at: at });
  expect(migrated.orders).toEqual(waited.orders.map((order) => ({ ...order, ...record(order) })));
  // Older tabs cannot send or undo the orders that a newer build now manages.
  for (const page of old) {
    await visibleText(page, /The shop (was|has been) updated/).waitFor();
    await page.getByText('Order waiting!').waitFor({ state: 'detached' });
  }

  await waitingOrders(first)
    .getByRole('button', { name: `Confirm all ${many}` })
    .click();
  expect(new Set(await arrived(first)).size).toBe(many);
  const left = stock - (many * (many + 1)) / 2;
  await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(left);

  // An older tab continues to work, and loads the new build when the shopper agrees.
  await main(second).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main(second).getByText('It is in your cart.').waitFor();
  await expect
    .poll(async () => storedQuantities(our.shop.origin, (await cartHeaders(second)) ?? {}))
    .toEqual({ 'Larder Tea': 1 });
  for (const page of old) {
    expect(await page.getByText(/keeps nothing|blocks storage/).count()).toBe(0);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload now' }).first().click();
    await loaded;
    await cartAlive(page);
    await expect.poll(() => countAt(page)).toBe(1);
    expect(await page.getByText('Order waiting!').count()).toBe(0);
  }
  expect(await stockOf(our.shop, 'L-RUSKS')).toBe(left);
  expect(errors).toEqual([]);
});
