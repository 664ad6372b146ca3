import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { openPage } from '../../pages/cart.ts';
import { acceptTerms, main, orderOf, placeButton, stockOf, thanked, toReview } from '../../pages/checkout.ts';
import { newEmail, nextClientIp } from '../../pages/customers.ts';

let shopper: Visit;
const email = newEmail();
const orders = '**/api/order?*';

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const waits = (page: Page) =>
  page.getByRole('heading', { name: 'Your order is waiting to be sent' }).waitFor();

/** Clicks “Send now”, unless the order, which is also sent automatically, arrives first. */
const sendNow = (page: Page) =>
  Promise.any([
    main(page).getByRole('button', { name: 'Send now' }).click(),
    page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor(),
  ]);

/** Simulates a network that delivers orders to the shop and loses the responses, until `isBroken` is false. */
async function loseResponses(page: Page): Promise<{ isBroken: boolean }> {
  const network = { isBroken: true };
  await page.context().route(orders, async (route: Route) => {
    if (!network.isBroken) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return network;
}

test.describe('an order reaches the shop once (CHK-5)', () => {
  test('an order is queued when the server fails, and retried from any page and after a reload with the same id', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/500|Failed to load/);
    const before = await stockOf(our.shop, 'L-OATS');
    const ids: string[] = [];
    let isDown = true;
    // After a third failure the shop would stop and show a notice; network errors do not count.
    let failures = 1;
    await page.route(orders, async (route) => {
      ids.push(route.request().postDataJSON().order_id);
      if (!isDown) return route.continue();
      if (failures-- > 0) await route.fulfill({ status: 500, json: { code: 500, result: 'no', meta: {} } });
    });
    await toReview(page, email, 'larder-oats', 3);
    await placeButton(page).click();
    await waits(page);
    await main(page)
      .getByText('The order cannot be transferred because of a server error, it has been queued.')
      .waitFor();
    await expectAccessible(page);
    const sent = ids.length;
    failures = 1;
    await page.reload();
    await waits(page);
    await expect.poll(() => ids.length).toBeGreaterThan(sent);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before);
    // The previous page would also send it and receive the response.
    await page.goto('about:blank');
    isDown = false;
    await openPage(page, '/larder');
    // The notice shows for three seconds and stays in the list of notices.
    await page.getByText('Your order has reached the shop.').first().waitFor({ state: 'attached' });
    await page.goto('/checkout');
    await thanked(page);
    expect(new Set(ids).size).toBe(1);
    expect(ids.length).toBeGreaterThan(2);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before - 3);
  });

  test('after three server errors the shopper is notified and sends the order manually', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/500|Failed to load/);
    await page.route(orders, (route) =>
      route.fulfill({ status: 500, json: { code: 500, result: 'no', meta: {} } }),
    );
    await toReview(page, email);
    await placeButton(page).click();
    await waits(page);
    await main(page).getByText('after several attempts').waitFor();
    await expectAccessible(page);
    await page.evaluate(() => sessionStorage.clear());
    await openPage(page, '/larder');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await notices.getByText('after several attempts').first().waitFor();
    await notices.getByRole('button', { name: 'Show the order' }).first().click();
    await waits(page);
    await page.unroute(orders);
    await main(page).getByRole('button', { name: 'Send now' }).click();
    await thanked(page);
  });

  test('after a lost response, an offline tab that orders the same cart shows the waiting order', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/order|Failed to load|ERR_/);
    const before = await stockOf(our.shop, 'L-OATS');
    const network = await loseResponses(page);
    await toReview(page, email);
    const tab = await page.context().newPage();
    await tab.goto('/checkout#review');
    await acceptTerms(tab);
    await placeButton(page).click();
    await waits(page);
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 1);
    await page.context().setOffline(true);
    await placeButton(tab).click();
    await waits(tab);
    await tab.close();
    network.isBroken = false;
    await page.context().setOffline(false);
    await thanked(page);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before - 1);
  });

  test('a lost response is requested again, and the cart is not filled a second time', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/order|Failed to load|cart\/pull/);
    const before = await stockOf(our.shop, 'L-TEA');
    const network = await loseResponses(page);
    await toReview(page, email, 'larder-tea', 2);
    await placeButton(page).click();
    await waits(page);
    await expect.poll(() => stockOf(our.shop, 'L-TEA')).toBe(before - 2);
    network.isBroken = false;
    await sendNow(page);
    const number = await thanked(page);
    const order = await orderOf(our.shop, number, email, { 'x-forwarded-for': nextClientIp() });
    expect(order.grand_total).toBe(180);
    expect(await stockOf(our.shop, 'L-TEA')).toBe(before - 2);
    await openPage(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
  });

  test('a page reloaded during sending and a double click place one order', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/order|Failed to load|cart\/pull/);
    const before = await stockOf(our.shop, 'L-OATS');
    let sent = 0;
    await page.route(orders, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      // The order arrives, but the page is closed before the response.
      await route.fetch();
    });
    await toReview(page, email);
    await placeButton(page).dblclick();
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 1);
    await page.reload();
    await thanked(page);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before - 1);
    expect(sent).toBe(2);
  });

  test('an order placed offline waits and is sent when the network returns', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET|Failed to load/);
    await toReview(page, email);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    await page.context().setOffline(false);
    await thanked(page);
  });

  test('an order that arrived without a confirmation cannot be withdrawn: the thank-you page is shown', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/order|Failed to load/);
    const before = await stockOf(our.shop, 'L-RUSKS');
    const network = await loseResponses(page);
    await page.route('**/api/sync/order/**', async (route) => {
      network.isBroken = false;
      await route.continue();
    });
    await toReview(page, email, 'larder-rusks');
    await placeButton(page).click();
    await waits(page);
    await main(page).getByRole('button', { name: 'Do not send, change the order' }).click();
    await thanked(page);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(before - 1);
  });

  test('a waiting order can be withdrawn and changed', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/500|Failed to load/);
    await page.route(orders, (route) => route.fulfill({ status: 500, json: { code: 500, result: 'no' } }));
    await toReview(page, email);
    await placeButton(page).click();
    await waits(page);
    await main(page).getByRole('button', { name: 'Do not send, change the order' }).click();
    await placeButton(page).waitFor();
    await page.unroute(orders);
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
  });
});
