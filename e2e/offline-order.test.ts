import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible, hydrated, type Visit, visit } from './browser.ts';
import { openPage } from './cart-pages.ts';
import { main, orderOf, placeButton, putInCart, stockOf, thanked } from './checkout-pages.ts';
import { readKeptOrders } from './kept-orders.ts';
import { products } from './larder.ts';
import {
  arrived,
  beginGoingBack,
  comeBack,
  confirmFirst,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderOffline,
  typeOffline,
  waitingOrders,
} from './offline-orders.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';
import { load, table } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

let shopper: Visit;
let page: Page;
const email = 'thandi@example.co.za';
const head = 'sku,price_incl_tax,qty';

const our = openShop(trusted, (shop) => load(shop, { 'products.csv': products }));
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
  shopper.expectFault(lostCalls);
  page = shopper.page;
});
afterEach(() => shopper.close());

/** Back in the shop there are so many in the cart, and no order waits or was placed. */
async function seesInCart(pieces: string): Promise<void> {
  await comeBack(page, '/cart');
  const quantity = main(page).getByRole('textbox', { name: /Quantity/ });
  await expect.poll(() => quantity.first().inputValue()).toBe(pieces);
  expect(await arrived(page)).toEqual([]);
}

describe('an order without a network (accounts 4.4, OFF-2, OFF-5)', () => {
  test('a guest orders from the first step on, comes back, confirms, and there is one order', async () => {
    const before = await stockOf(our.shop, 'L-OATS');
    await putInCart(page, 'larder-oats', 2);
    await loseNetwork(page);
    await orderOffline(page, email);
    await expectAccessible(page);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before);
    await comeBack(page);
    await page.getByText('Click here to confirm the order that you made offline.').waitFor();
    await openWaiting(page);
    await waitingOrders(page).getByText('2 × Larder Oats').waitFor();
    await expectAccessible(page);
    await confirmFirst(page);
    const [number = '', ...others] = await arrived(page);
    expect(others).toEqual([]);
    await waitingOrders(page).getByText('No order waits any more.').waitFor();
    expect(await orderOf(our.shop, number, email)).toMatchObject({
      grand_total: 147,
      items: [{ sku: 'L-OATS', qty_ordered: 2 }],
      shipping_description: expect.stringContaining('Door courier'),
    });
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 2);
    await openPage(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
  });

  test('while a payment of the same cart is under way nothing is queued, and the box that leads to it stays', async () => {
    // The shop is asked how it stands, and has never heard of it.
    shopper.expectFault(/404 .*payments\/card\/status/);
    await putInCart(page, 'larder-tea');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('current-cart-token'))).toBeTruthy();
    await page.evaluate(() => {
      const payment = {
        ...{ reference: crypto.randomUUID(), order: crypto.randomUUID(), code: 'card', amount: 3000 },
        ...{ cartToken: localStorage.getItem('current-cart-token'), at: Date.now() },
      };
      localStorage.setItem('current-payment', JSON.stringify(payment));
    });
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('Your order is not queued').waitFor();
    await main(page).getByText('You have begun a payment for this cart.').waitFor();
    await main(page)
      .getByRole('heading', { name: /unfinished payment/ })
      .waitFor();
    expect(await page.evaluate(readKeptOrders)).toMatchObject({ waiting: [] });
    await page.context().setOffline(false);
  });

  long('who stays on the thank-you page is not asked: it is sent', async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, email);
    await page.context().setOffline(false);
    expect((await orderOf(our.shop, await thanked(page), email)).grand_total).toBe(120);
  });

  long('who goes on shopping without a new document is asked once there is a network again', async () => {
    const other = await visitWithWorker(our.browser, our.shop.origin);
    other.expectFault(lostCalls);
    await other.page.goto('/larder');
    await settled(other.page);
    await putInCart(other.page, 'larder-tea');
    await loseNetwork(other.page);
    await orderOffline(other.page, email);
    await other.page.evaluate(() => Object.assign(window, { mark: true }));
    await main(other.page).getByRole('link', { name: 'Continue shopping' }).click();
    await other.page.getByRole('heading', { name: 'Specials' }).waitFor();
    expect(await other.page.getByText('Order waiting!').count()).toBe(0);
    await other.page.context().setOffline(false);
    await openWaiting(other.page);
    await confirmFirst(other.page);
    expect(await arrived(other.page)).toHaveLength(1);
    expect(await other.page.evaluate(() => 'mark' in window)).toBe(true);
    await other.close();
  });

  long('a notification leads to what waits', async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, email);
    await comeBack(page, '/?order=offline');
    await waitingOrders(page).getByText('1 × Larder Tea').waitFor();
  });

  long('it can be taken back without a network: its lines are in the cart again, once', async () => {
    await putInCart(page, 'larder-tea', 3);
    await loseNetwork(page);
    await orderOffline(page, email);
    await main(page).getByRole('button', { name: 'Do not order, put back into the cart' }).click();
    await page.getByText('Its products are in your cart again.').first().waitFor();
    await seesInCart('3');
  });

  long(
    'a page that ends while it goes back: the next one finishes that, and the cart has its lines once',
    async () => {
      await putInCart(page, 'larder-tea', 3);
      await loseNetwork(page);
      await orderOffline(page, email);
      await page.evaluate(beginGoingBack);
      await seesInCart('3');
    },
  );

  long(
    'one that was written and cannot be read back is not queued, and is not there afterwards',
    async () => {
      await page.addInitScript(() => {
        const { put, get } = IDBObjectStore.prototype;
        let isWritten = false;
        IDBObjectStore.prototype.put = function (value, key) {
          isWritten ||= key === 'orders' && value.entries.length > 0;
          return put.call(this, value, key);
        };
        IDBObjectStore.prototype.get = function (key) {
          const asked = get.call(this, key);
          if (isWritten && key === 'orders') {
            isWritten = false;
            this.transaction.abort();
          }
          return asked;
        };
      });
      await putInCart(page, 'larder-tea');
      await loseNetwork(page);
      await typeOffline(page, email);
      await placeButton(page).click();
      await main(page).getByRole('alert').getByText('Your order is not queued').waitFor();
      expect(await arrived(page)).toEqual([]);
    },
  );

  long(
    'a network that leads nowhere is none: the steps go on with what is known, and the order waits',
    async () => {
      shopper.expectFault(/portal/);
      await putInCart(page, 'larder-tea');
      await loseNetwork(page);
      await page.route('**/api/**', (route) => route.fulfill({ contentType: 'text/html', body: 'portal' }));
      await page.context().setOffline(false);
      await typeOffline(page, email);
      await placeButton(page).click();
      await page.getByRole('heading', { name: 'Your order waits' }).waitFor();
      await page.unroute('**/api/**');
      await page.reload();
      await thanked(page);
    },
  );

  test('where the browser keeps nothing it is not called queued, and everything stays (OFF-4)', async () => {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        const asked = new EventTarget() as IDBOpenDBRequest;
        setTimeout(() => asked.onerror?.(new Event('error')));
        return asked;
      };
    });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('Your order is not queued').waitFor();
    expect(await main(page).getByText('has been queued').count()).toBe(0);
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.waitForFunction(() => navigator.onLine);
    await placeButton(page).click();
    await thanked(page);
  });
});

describe('what differs when it is looked at (decision 6)', () => {
  /** Orders two of these offline, changes the shop, and confirms. */
  async function differs(product: string, row: string): Promise<void> {
    await putInCart(page, product, 2);
    await loseNetwork(page);
    await orderOffline(page, email);
    await load(our.shop, { 'products.csv': table(head, row) });
    onTestFinished(() => load(our.shop, { 'products.csv': products }));
    await comeBack(page);
    await openWaiting(page);
    await confirmFirst(page);
    await waitingOrders(page).getByText('Prices or stock have changed since you last looked.').waitFor();
  }

  test('a price that rose is told with what it was; a yes orders at the new total', async () => {
    await differs('larder-rusks', 'L-RUSKS,55.00,900');
    await waitingOrders(page).getByText('Larder Rusks: R110.00 instead of R104.00').waitFor();
    await waitingOrders(page).getByText('Total: R170.00 instead of R164.00').waitFor();
    await expectAccessible(page);
    await page.reload();
    await hydrated(page);
    await page.getByText('it needs an answer from you').waitFor();
    await openWaiting(page);
    await waitingOrders(page).getByRole('button', { name: 'Place order for R170.00' }).click();
    const [number = ''] = await arrived(page);
    expect((await orderOf(our.shop, number, email)).grand_total).toBe(170);
  });

  long('a no takes it back into the cart', async () => {
    await differs('larder-oats', 'L-OATS,50.00,900');
    await waitingOrders(page).getByRole('button', { name: 'Do not order, put back into the cart' }).click();
    expect(await arrived(page)).toEqual([]);
    await openPage(page, '/cart');
    await main(page).getByText('R100.00').first().waitFor();
  });

  long('what is sold out, or of which fewer are left, is named, and left out with a yes', async () => {
    shopper.expectFault(/409/);
    await putInCart(page, 'larder-tea');
    await differs('larder-jam', 'L-JAM,30.00,1');
    await waitingOrders(page).getByText('Larder Jam: 1 × instead of 2 ×').waitFor();
    await load(our.shop, { 'products.csv': table(head, 'L-JAM,30.00,0') });
    await confirmFirst(page);
    await waitingOrders(page).getByText('Larder Jam is no longer in the cart').waitFor();
    await waitingOrders(page).getByRole('button', { name: 'Place order for R120.00' }).click();
    const [number = ''] = await arrived(page);
    expect(await orderOf(our.shop, number, email)).toMatchObject({
      items: [{ sku: 'L-TEA', qty_ordered: 1 }],
    });
  });
});
