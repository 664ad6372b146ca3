import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';
import { openPage } from '../../pages/cart.ts';
import { main, orderOf, placeButton, putInCart, stockOf, thanked } from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';
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
} from '../../pages/offline-orders.ts';
import { waitForHeading } from '../../pages/payment.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';
import { readStoredOrders } from '../../pages/stored-orders.ts';

let shopper: Visit;
let page: Page;
const email = newEmail();
const head = 'sku,price_incl_tax,qty';

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
  shopper.expectConsoleError(lostCalls);
  page = shopper.page;
});

/** Expects the quantity in the cart once back online, and no order waiting or placed. */
async function seesInCart(quantityText: string): Promise<void> {
  await comeBack(page, '/cart');
  const quantity = main(page).getByRole('textbox', { name: /Quantity/ });
  await expect.poll(() => quantity.first().inputValue()).toBe(quantityText);
  expect(await arrived(page)).toEqual([]);
}

test.describe('ordering offline (spec accounts 4.4, OFF-2, OFF-5)', () => {
  test('a guest checks out offline from the first step, comes back online, confirms, and one order exists', {
    tag: '@journey',
  }, async () => {
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
    const [number = '', ...extraNumbers] = await arrived(page);
    expect(extraNumbers).toEqual([]);
    await waitingOrders(page).getByText('No orders are waiting.').waitFor();
    expect(await orderOf(our.shop, number, email)).toMatchObject({
      grand_total: 147,
      items: [{ sku: 'L-OATS', qty_ordered: 2 }],
      shipping_description: expect.stringContaining('Door courier – '),
    });
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 2);
    await openPage(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
  });

  test('an order is not queued while a payment for the same cart is in progress, and the link to the payment remains', async () => {
    // The page requests the payment status; the shop does not know this payment.
    shopper.expectConsoleError(/404 .*payments\/card\/status/);
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
    await main(page).getByText('You have started a payment for this cart.').waitFor();
    await main(page)
      .getByRole('heading', { name: /unfinished payment/ })
      .waitFor();
    expect(await page.evaluate(readStoredOrders)).toMatchObject({ waiting: [] });
    await page.context().setOffline(false);
  });

  test('the order is sent without asking while the shopper is still on the thank-you page', async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, email);
    await page.context().setOffline(false);
    const number = await thanked(page);
    expect((await orderOf(our.shop, number, email)).grand_total).toBe(120);
    // The guest sees the whole order, and the secret that shows it is not in the address.
    await main(page).getByRole('button', { name: 'Show the order' }).click();
    await waitForHeading(page, `Order ${number}`);
    await main(page).getByText('Larder Tea').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a shopper who continues without a page load is asked to confirm once the network is back', {
    tag: '@stress',
  }, async () => {
    const workerVisit = await visitWithWorker(our.browser, our.shop.origin);
    workerVisit.expectConsoleError(lostCalls);
    await workerVisit.page.goto('/larder');
    await settled(workerVisit.page);
    await putInCart(workerVisit.page, 'larder-tea');
    await loseNetwork(workerVisit.page);
    await orderOffline(workerVisit.page, email);
    await workerVisit.page.evaluate(() => Object.assign(window, { mark: true }));
    await main(workerVisit.page).getByRole('link', { name: 'Continue shopping' }).click();
    await workerVisit.page.getByRole('heading', { name: 'Specials' }).waitFor();
    expect(await workerVisit.page.getByText('Order waiting!').count()).toBe(0);
    await workerVisit.page.context().setOffline(false);
    await openWaiting(workerVisit.page);
    await confirmFirst(workerVisit.page);
    expect(await arrived(workerVisit.page)).toHaveLength(1);
    expect(await workerVisit.page.evaluate(() => 'mark' in window)).toBe(true);
    await workerVisit.close();
  });

  test('a notification opens the list of waiting orders', { tag: '@stress' }, async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, email);
    await comeBack(page, '/?order=offline');
    await waitingOrders(page).getByText('1 × Larder Tea').waitFor();
  });

  test('a waiting order can be undone offline: its lines return to the cart once', {
    tag: '@stress',
  }, async () => {
    await putInCart(page, 'larder-tea', 3);
    await loseNetwork(page);
    await orderOffline(page, email);
    await main(page).getByRole('button', { name: 'Cancel and return to cart' }).click();
    await page.getByText('Its products are in your cart again.').first().waitFor();
    await seesInCart('3');
  });

  test('when the page closes while an order returns to the cart, the next page finishes and the cart has the lines once', {
    tag: '@stress',
  }, async () => {
    await putInCart(page, 'larder-tea', 3);
    await loseNetwork(page);
    await orderOffline(page, email);
    await page.evaluate(beginGoingBack);
    await seesInCart('3');
  });

  test('an order that was written but cannot be read back is not queued, and is absent afterwards', {
    tag: '@stress',
  }, async () => {
    await page.addInitScript(() => {
      const { put, get } = IDBObjectStore.prototype;
      let isWritten = false;
      IDBObjectStore.prototype.put = function (value, key) {
        isWritten ||= key === 'orders' && value.entries.length > 0;
        return put.call(this, value, key);
      };
      IDBObjectStore.prototype.get = function (key) {
        const request = get.call(this, key);
        if (isWritten && key === 'orders') {
          isWritten = false;
          this.transaction.abort();
        }
        return request;
      };
    });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('Your order is not queued').waitFor();
    expect(await arrived(page)).toEqual([]);
  });

  test('a captive portal counts as offline: checkout continues with cached data and the order is queued', {
    tag: '@stress',
  }, async () => {
    shopper.expectConsoleError(/portal/);
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await page.route('**/api/**', (route) => route.fulfill({ contentType: 'text/html', body: 'portal' }));
    await page.context().setOffline(false);
    await typeOffline(page, email);
    await placeButton(page).click();
    await page.getByRole('heading', { name: 'Your order is waiting to be sent' }).waitFor();
    await page.unroute('**/api/**');
    await page.reload();
    await thanked(page);
  });

  test('without browser storage the order is not called queued, and the entered data remains (OFF-4)', async () => {
    shopper.expectConsoleError(/The outbox cannot be written/);
    await page.addInitScript(() => {
      indexedDB.open = () => {
        const request = new EventTarget() as IDBOpenDBRequest;
        setTimeout(() => request.onerror?.(new Event('error')));
        return request;
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

test.describe('changes found when an offline order is confirmed (spec D6)', () => {
  /** Orders two units offline, changes the product in the shop, and confirms. */
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

  test('a higher price is shown with the old one, and accepting it orders at the new total', async () => {
    await differs('larder-rusks', 'L-RUSKS,55.00,900');
    await waitingOrders(page).getByText('Larder Rusks: R110.00 instead of R104.00').waitFor();
    await waitingOrders(page).getByText('Total: R170.00 instead of R164.00').waitFor();
    await expectAccessible(page);
    await page.reload();
    await hydrated(page);
    await page.getByText('it needs a decision from you').waitFor();
    await openWaiting(page);
    await waitingOrders(page).getByRole('button', { name: 'Place order for R170.00' }).click();
    const [number = ''] = await arrived(page);
    expect((await orderOf(our.shop, number, email)).grand_total).toBe(170);
  });

  test('declining the new price returns the order to the cart', { tag: '@stress' }, async () => {
    await differs('larder-oats', 'L-OATS,50.00,900');
    await waitingOrders(page).getByRole('button', { name: 'Cancel and return to cart' }).click();
    expect(await arrived(page)).toEqual([]);
    await openPage(page, '/cart');
    await main(page).getByText('R100.00').first().waitFor();
  });

  test('sold-out and reduced products are named, and left out after confirmation', {
    tag: '@stress',
  }, async () => {
    shopper.expectConsoleError(/409/);
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
