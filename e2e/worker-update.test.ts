import { randomUUID } from 'node:crypto';
import { isLong, long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, hydrated, type Visit } from './browser.ts';
import { openPage } from './cart-pages.ts';
import { putInCart, stockOf } from './checkout-pages.ts';
import { products } from './larder.ts';
import { type NetworkProxy, openNetworkProxy } from './line.ts';
import {
  arrived,
  comeBack,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  waitingOrders,
} from './offline-orders.ts';
import { openShop } from './opened.ts';
import { load } from './shop-files.ts';
import { isKept, keptBothWays, settled, visitWithWorker } from './worker-pages.ts';

let line: NetworkProxy;
let shopper: Visit;
let first: Page;

const our = openShop({}, (shop) => load(shop, { 'products.csv': products }));
beforeAll(async () => {
  line = await openNetworkProxy(our.shop.origin);
});
afterAll(() => line?.close());
beforeEach(async () => {
  line.reset();
  shopper = await visitWithWorker(our.browser, line.origin);
  first = shopper.page;
});
afterEach(() => shopper.close());

/** The notice that offers a reload, by its button: what it said is read in the history too. */
const offer = (page: Page) => page.getByRole('button', { name: 'Reload now' });

/** Takes what is offered: the page is fetched anew. */
async function reloadNow(page: Page): Promise<void> {
  await offer(page).waitFor();
  const loaded = page.waitForEvent('load');
  await offer(page).click();
  await loaded;
}

/** Another build is deployed: its worker has another list of files, and the shop has forgotten a part of this one. */
async function deploy(page: Page, forgotten: string): Promise<void> {
  const revision = randomUUID();
  line.changed.set('/service-worker.js', (text) => {
    const other = text.replace(/revision:`[^`]+`|"revision":"[^"]+"/, `"revision":"${revision}"`);
    expect(other).not.toBe(text);
    return other;
  });
  line.changed.set(forgotten, () => undefined);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
}

/** A mark that no reload survives. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: true }).mark);
const isMarked = (page: Page) => page.evaluate(() => (window as { mark?: true }).mark === true);

/** Everything in the browser's database of carts and orders. */
const boxes = (page: Page) =>
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
  (await boxes(page)).reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0);

const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('fynbos-shell')));

/** How far the worker is that this page has; nothing while another waits. */
const worked = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting || registration?.installing ? undefined : registration?.active?.state;
  });

/** The file of the sidebar, as the shop's own code names it. */
async function sidebarOf(page: Page): Promise<string> {
  const code = await page.evaluate(async () => {
    const shop = [...document.querySelectorAll('link')].find(({ href }) => /\/shop-[^/]+\.js$/.test(href))!;
    return (await fetch(shop.href)).text();
  });
  return `/assets/${/category-sidebar-[\w-]+\.js/.exec(code)?.[0]}`;
}

/** The file of a page that this document has not needed yet. */
const fileOf = (page: Page, name: string) =>
  page.evaluate(async (name) => {
    const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('fynbos-shell'))!);
    const found = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return found.find((path) => path.startsWith(`/assets/${name}-`)) ?? '';
  }, name);

long('a new version waits, takes nobody by surprise, and loses nothing that waits', async () => {
  await openPage(first, '/rooibos-tea');
  await settled(first);
  const compare = await fileOf(first, 'compare-page');
  line.only = ({ url }) => (url?.startsWith('/api/cart') ? 'dead' : undefined);
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
  // The page of the build before still finds a part that the shop has forgotten.
  await second.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/compare"]')?.click());
  await second.waitForURL('**/compare');
  await second.getByRole('heading', { level: 1 }).waitFor();
  expect(await isMarked(second)).toBe(true);
  expect((await shells(first)).length).toBe(2);
  line.only = () => undefined;
  await expect.poll(() => waiting(first), { timeout: 40_000 }).toBe(0);
});

test('it is there soon where the worker before is not done yet', async () => {
  await openPage(first, '/rooibos-tea');
  await settled(first);
  // The worker that keeps this file has it to do for as long as it comes.
  line.only = ({ url }) => (url === '/assets/endless.js' ? 'stuck' : undefined);
  expect(await first.evaluate(async () => (await fetch('/assets/endless.js')).status)).toBe(200);
  await deploy(first, '/assets/none.js');
  await reloadNow(first);
  await hydrated(first);
  // When it is let go is up to the browser: five minutes at most.
  const waits = await first.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state,
  );
  expect(waits).toBe('installed');
});

// Made in the browser one after the other, each is a checkout.
test.each([isLong ? 5 : 2])(
  '%i orders wait through it, and each arrives once',
  async (many) => {
    shopper.expectConsoleError(lostCalls);
    const before = await stockOf(our.shop, 'L-RUSKS');
    for (let count = 1; count <= many; count++) {
      await putInCart(first, 'larder-rusks', count);
      await loseNetwork(first);
      await orderOffline(first, 'thandi@example.co.za');
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
    await waitingOrders(first).getByText('No order waits any more.').waitFor();
  },
  240_000,
);

long(
  'it is there by itself once all pages were closed, and what nobody needs any more is let go',
  async () => {
    await first.goto('/pantry');
    await settled(first);
    await keptBothWays(first, '/pantry');
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
      // A page that is opened before the last one is gone still belongs to the version before.
      const comeBack = async () => {
        await next.goto('about:blank');
        await next.goto('/pantry');
        return worked(next);
      };
      await expect.poll(comeBack, { timeout: 40_000 }).toBe('activated');
      open = next;
    }
    expect(await shells(open)).not.toContain(oldest);
    expect((await shells(open)).length).toBe(2);
    await context.setOffline(true);
    await open.reload();
    await open.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
    await hydrated(open);
  },
);

long('a part that is gone for good leads to an offer to reload, not to a broken page', async () => {
  // Nothing is fetched ahead, so this part can only come from the shop.
  await first.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
  );
  await first.goto('/pantry');
  await expect.poll(() => isKept(first, '/settings'), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => worked(first)).toBe('activated');
  shopper.expectConsoleError(/404|Failed to fetch dynamically|error loading/i);
  line.changed.set(await sidebarOf(first), () => undefined);
  // The first sign of somebody is what fetches it.
  await hydrated(first);
  await offer(first).waitFor();
  line.changed.clear();
  await reloadNow(first);
  await first.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
});
