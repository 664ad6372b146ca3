import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Visit } from './browser.ts';
import { field, main, placeButton, products, putInCart, thanked } from './checkout-pages.ts';
import { readKeptOrders } from './kept-orders.ts';
import { long } from './long.ts';
import {
  arrived,
  comeBack,
  confirmFirst,
  loseNetwork,
  lostCalls,
  openWaiting,
  typeOffline,
} from './offline-orders.ts';
import { openShop } from './opened.ts';
import { load } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

/** An order is said to wait only where it was written and read back, whatever becomes of a browser's storage (reliability, 23). */
const our = openShop({ TRUSTED_PROXIES: '127.0.0.1,::1' }, (shop) =>
  load(shop, { 'products.csv': products }),
);
const email = 'lost.storage@example.co.za';
const notQueued = (page: Page) => main(page).getByRole('alert').getByText('Your order is not queued');

let shopper: Visit;
beforeEach(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  shopper.expectFault(lostCalls);
  await shopper.page.addInitScript(() => {
    const asked = navigator.storage.persist.bind(navigator.storage);
    navigator.storage.persist = () => {
      (window as { askedToStay?: number }).askedToStay = 1;
      return asked();
    };
  });
});
afterEach(() => shopper.close());

/** Without a network, at the button that orders. */
async function atTheButton(page: Page): Promise<void> {
  await putInCart(page, 'larder-tea');
  await settled(page);
  await loseNetwork(page);
  await typeOffline(page, email);
}

/** What was typed is there still, and with a network it is ordered once. */
async function keepsAll(page: Page): Promise<void> {
  await notQueued(page).waitFor();
  expect(await main(page).getByText('has been queued').count()).toBe(0);
  await main(page).getByText('12 Long Street').first().waitFor();
  await page.context().setOffline(false);
  await placeButton(page).click();
  await thanked(page);
}

const quota = (page: Page, quotaSize: number) =>
  page
    .context()
    .newCDPSession(page)
    .then((debug) => debug.send('Storage.overrideQuotaForOrigin', { origin: our.shop.origin, quotaSize }));

describe('an order without a network', () => {
  long(
    'on a device that is full is not called queued, after all that can be had again has gone',
    async () => {
      const { page } = shopper;
      await atTheButton(page);
      await quota(page, 1);
      await placeButton(page).click();
      await notQueued(page).waitFor();
      // What can be had again went first.
      const left = await page.evaluate(() => caches.keys());
      expect(left.filter((name) => /pages|pictures/.test(name))).toEqual([]);
      await keepsAll(page);
    },
  );

  long(
    'waits on a device that is full of what can be had again, which goes; the browser is asked to keep it',
    async () => {
      const { page } = shopper;
      await atTheButton(page);
      const before = await page.evaluate(async () => {
        const cache = await caches.open('fynbos-pictures');
        await cache.put('/filler', new Response(new Uint8Array(20_000_000)));
        return (await navigator.storage.estimate()).usage!;
      });
      await quota(page, before);
      await placeButton(page).click();
      await main(page).getByText('You are offline. Your order has been queued.').waitFor();
      expect(await page.evaluate(() => caches.has('fynbos-pictures'))).toBe(false);
      expect((await page.evaluate(readKeptOrders)).waiting).toHaveLength(1);
      expect(await page.evaluate(() => (window as { askedToStay?: number }).askedToStay)).toBe(1);
      await quota(page, -1).catch(() => {});
      await comeBack(page);
      await openWaiting(page);
      await confirmFirst(page);
      expect(await arrived(page)).toHaveLength(1);
    },
  );

  long('whose database is deleted in the moment before is not called queued', async () => {
    const { page } = shopper;
    await atTheButton(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const deleting = indexedDB.deleteDatabase('fynbos');
          deleting.onsuccess = resolve;
          deleting.onblocked = resolve;
        }),
    );
    await placeButton(page).click();
    const queued = main(page).getByText('You are offline. Your order has been queued.');
    await queued.or(notQueued(page)).first().waitFor();
    // It may have been made anew: then it is there.
    if (await queued.isVisible())
      return expect((await page.evaluate(readKeptOrders)).waiting).toHaveLength(1);
    await keepsAll(page);
  });

  long.each([
    [
      'opens no database',
      () => {
        indexedDB.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
      },
    ],
    [
      'never says whether it opens',
      () => {
        indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
      },
    ],
    [
      'keeps nothing at all',
      () => {
        indexedDB.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
        Storage.prototype.setItem = () => {
          throw new DOMException('Full.', 'QuotaExceededError');
        };
      },
    ],
  ] as const)('in a private window that %s is not called queued', async (_, makePrivate) => {
    const { page } = shopper;
    await page.addInitScript(makePrivate);
    await putInCart(page, 'larder-tea');
    // It cannot remember the ways either; the page that is open knows them.
    await atCheckout(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await keepsAll(page);
  });
});

async function atCheckout(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await main(page)
    .getByRole('link', { name: /checkout/i })
    .first()
    .click();
  await field(page, 'First name').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}
