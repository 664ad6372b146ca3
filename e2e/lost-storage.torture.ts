import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Visit } from './browser.ts';
import { main, placeButton, putInCart, thanked } from './checkout-pages.ts';
import { readKeptOrders } from './kept-orders.ts';
import { products } from './larder.ts';
import {
  arrived,
  asksToStay,
  comeBack,
  confirmFirst,
  loseNetwork,
  lostCalls,
  noteAsksToStay,
  openWaiting,
  typeOffline,
} from './offline-orders.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';
import { load } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

/** An order is said to wait only where it was written and read back, whatever becomes of a browser's storage (reliability, 23). */
const our = openShop(trusted, (shop) => load(shop, { 'products.csv': products }));
const email = 'lost.storage@example.co.za';
const notQueued = (page: Page) => main(page).getByRole('alert').getByText('Your order is not queued');

let shopper: Visit;
beforeEach(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  shopper.expectFault(lostCalls);
  await noteAsksToStay(shopper.page);
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

describe('an order without a network', () => {
  long('on a device that is full is not called queued', async () => {
    const { page } = shopper;
    shopper.expectFault(/cart\/pull/);
    // A browser remembers for minutes how much room there was: it is full from the first.
    const debug = await page.context().newCDPSession(page);
    await debug.send('Storage.overrideQuotaForOrigin', { origin: our.shop.origin, quotaSize: 1 });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await keepsAll(page);
  });

  long('that is queued is written and read back, and the browser is asked to keep it', async () => {
    const { page } = shopper;
    await atTheButton(page);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    expect((await page.evaluate(readKeptOrders)).waiting).toHaveLength(1);
    expect(await asksToStay(page)).toBe(1);
    await comeBack(page);
    await openWaiting(page);
    await confirmFirst(page);
    expect(await arrived(page)).toHaveLength(1);
  });

  long('whose database is deleted in the moment before is called queued only where it is kept', async () => {
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

  long('in a private window that opens no database is not called queued', async () => {
    const { page } = shopper;
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await keepsAll(page);
  });
});
