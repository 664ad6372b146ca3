import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, scriptPath, type Visit } from '../../fixtures/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../../fixtures/fault-proxy.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { openPage } from '../../pages/cart.ts';
import { putInCart, stockOf } from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';
import {
  arrived,
  comeBack,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  waitingOrders,
} from '../../pages/offline-orders.ts';
import { expectPageCached, isCached, settled, visitWithWorker } from '../../pages/service-worker.ts';

let proxy: NetworkProxy;
let shopper: Visit;
let first: Page;

const our = openSharedShop(undefined, { pictures: false });
test.beforeAll(async () => {
  proxy = await openNetworkProxy(our.shop.origin);
});
test.afterAll(() => proxy?.close());
test.beforeEach(async () => {
  proxy.reset();
  shopper = await visitWithWorker(our.browser, proxy.origin);
  first = shopper.page;
});
/** The reload offer, found by its button, because the notification history repeats its text. */
const offer = (page: Page) => page.getByRole('button', { name: 'Reload now' });

/** Accepts the offer and waits for the reload. */
async function reloadNow(page: Page): Promise<void> {
  await offer(page).waitFor();
  const loaded = page.waitForEvent('load');
  await offer(page).click();
  await loaded;
}

/**
 * Deploys another build: the worker has another file list, and the server no longer has one file of the
 * current build.
 */
async function deploy(page: Page, forgotten: string): Promise<void> {
  const revision = randomUUID();
  proxy.changed.set('/service-worker.js', (text) => {
    const updated = text.replace(/revision:`[^`]+`|"revision":"[^"]+"/, `"revision":"${revision}"`);
    expect(updated).not.toBe(text);
    return updated;
  });
  proxy.changed.set(forgotten, () => undefined);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
}

/** Sets a marker that a reload removes. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: true }).mark);
const isMarked = (page: Page) => page.evaluate(() => (window as { mark?: true }).mark === true);

/** All records of the browser's outbox database. */
const storedOutboxes = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('fynbos');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = db.transaction('boxes').objectStore('boxes').getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    db.close();
    return all.result as { entries?: unknown[] }[];
  });

const waiting = async (page: Page) =>
  (await storedOutboxes(page)).reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0);

const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('fynbos-shell')));

/** State of the active worker; undefined while another is installing or waiting. */
const worked = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting || registration?.installing ? undefined : registration?.active?.state;
  });

test('a new version waits for the shopper’s consent, and loses no waiting entry', {
  tag: '@stress',
}, async () => {
  await openPage(first, '/rooibos-tea');
  await settled(first);
  const compare = scriptPath('compare-page');
  proxy.only = ({ url }) => (url?.startsWith('/api/cart') ? 'dead' : undefined);
  const add = first.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
  await add.click();
  await expect.poll(() => waiting(first)).toBe(1);
  const [second, third] = [await first.context().newPage(), await first.context().newPage()];
  await second.goto('/pantry');
  await third.goto('/checkout');
  for (const page of [first, second, third]) {
    await hydrated(page);
    await mark(page);
  }
  await deploy(first, compare);
  await offer(first).waitFor();
  await expectAccessible(first);
  const before = await waiting(first);
  await reloadNow(first);
  await hydrated(first);
  expect([await isMarked(first), await isMarked(second), await isMarked(third)]).toEqual([false, true, true]);
  expect(await waiting(first)).toBe(before);
  // The page of the previous build still finds a script that the server no longer has.
  await second.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/compare"]')?.click());
  await second.waitForURL('**/compare');
  await second.getByRole('heading', { level: 1 }).waitFor();
  expect(await isMarked(second)).toBe(true);
  expect((await shells(first)).length).toBe(2);
  proxy.only = () => undefined;
  await expect.poll(() => waiting(first), { timeout: 120_000 }).toBe(0);
});

test('a new version is offered soon even when the previous worker is still busy', async () => {
  await openPage(first, '/rooibos-tea');
  await settled(first);
  // The worker must process this response for as long as it streams.
  proxy.only = ({ url }) => (url === '/assets/endless.js' ? 'stuck' : undefined);
  expect(await first.evaluate(async () => (await fetch('/assets/endless.js')).status)).toBe(200);
  await deploy(first, '/assets/none.js');
  await reloadNow(first);
  await hydrated(first);
  // The browser decides when the old worker ends: after five minutes at most.
  const waits = await first.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state,
  );
  expect(waits).toBe('installed');
});

// Each order goes through checkout in the browser, one after the other.
for (const many of [isLong ? 5 : 2])
  test(`${many} orders wait through an update, and each arrives once`, async () => {
    test.setTimeout(240_000);
    shopper.expectConsoleError(lostCalls);
    const before = await stockOf(our.shop, 'L-RUSKS');
    for (let count = 1; count <= many; count++) {
      await putInCart(first, 'larder-rusks', count);
      await loseNetwork(first);
      await orderOffline(first, newEmail());
      await comeBack(first);
    }
    await settled(first);
    const [second, third] = [await first.context().newPage(), await first.context().newPage()];
    await second.goto('/pantry');
    await third.goto('/cart');
    for (const page of [first, second, third]) {
      await hydrated(page);
      await mark(page);
    }
    await deploy(first, '/assets/none.js');
    // The offer of the new version is above the prompt of the orders.
    await first.getByText('Order waiting!').waitFor();
    await reloadNow(first);
    await hydrated(first);
    expect([await isMarked(first), await isMarked(second), await isMarked(third)]).toEqual([
      false,
      true,
      true,
    ]);
    await openWaiting(first);
    await expect.poll(() => waitingOrders(first).getByRole('article').count()).toBe(many);
    expect(await stockOf(our.shop, 'L-RUSKS')).toBe(before);
    await waitingOrders(first)
      .getByRole('button', { name: `Confirm all ${many}` })
      .click();
    expect(new Set(await arrived(first)).size).toBe(many);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(before - (many * (many + 1)) / 2);
    await waitingOrders(first).getByText('No orders are waiting.').waitFor();
  });

test('a new version activates once all pages were closed, and unused caches are deleted', {
  tag: '@stress',
}, async () => {
  await first.goto('/pantry');
  await settled(first);
  await expectPageCached(first, '/pantry');
  const [oldest] = await shells(first);
  const context = first.context();
  let open = first;
  for (const round of [1, 2]) {
    await deploy(open, '/assets/none.js');
    await offer(open).waitFor();
    await open.getByRole('button', { name: 'Later' }).click();
    await offer(open).waitFor({ state: 'detached' });
    expect((await shells(open)).length).toBe(round === 1 ? 2 : 3);
    const next = await context.newPage();
    await open.close();
    // A page opened before the last one closes still belongs to the previous version.
    const comeBack = async () => {
      await next.goto('about:blank');
      await next.goto('/pantry');
      return worked(next);
    };
    await expect.poll(comeBack, { timeout: 120_000 }).toBe('activated');
    open = next;
  }
  expect(await shells(open)).not.toContain(oldest);
  expect((await shells(open)).length).toBe(2);
  await context.setOffline(true);
  await open.reload();
  await open.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
  await hydrated(open);
});

test('a script that is missing for good leads to an offer to reload, not to a broken page', {
  tag: '@stress',
}, async () => {
  // Nothing is prefetched, so this script can only come from the shop.
  await first.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
  );
  await first.goto('/pantry');
  await expect.poll(() => isCached(first, '/settings'), { timeout: 120_000 }).toBe(true);
  await expect.poll(() => worked(first)).toBe('activated');
  shopper.expectConsoleError(/404|Failed to fetch dynamically|error loading/i);
  proxy.changed.set(scriptPath('category-sidebar'), () => undefined);
  // The first user input loads the script.
  await hydrated(first);
  await offer(first).waitFor();
  proxy.changed.clear();
  await reloadNow(first);
  await first.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
});
