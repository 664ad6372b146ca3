import { long } from '@fynbos/api/testing/long.ts';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, type Visit, visit } from './browser.ts';
import { openPage } from './cart-pages.ts';
import { acceptTerms, main, orderOf, placeButton, stockOf, thanked, toReview } from './checkout-pages.ts';
import { machine, newEmail } from './customers.ts';
import { openLarder } from './opened.ts';

let shopper: Visit;
const email = newEmail();
const orders = '**/api/order?*';

const our = openLarder(undefined, { pictures: false });
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
afterEach(() => shopper.close());

const waits = (page: Page) => page.getByRole('heading', { name: 'Your order waits' }).waitFor();

/** Presses “Send now”, unless the order, which is sent by itself as well, arrives before that. */
const sendNow = (page: Page) =>
  Promise.any([
    main(page).getByRole('button', { name: 'Send now' }).click(),
    page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor(),
  ]);

/** A line that takes orders to the shop and loses what it answers, until it is mended. */
async function losingAnswers(page: Page): Promise<{ isBroken: boolean }> {
  const line = { isBroken: true };
  await page.context().route(orders, async (route: Route) => {
    if (!line.isBroken) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return line;
}

describe('an order reaches the shop once', () => {
  test('a failing server queues it; it is sent again from any page, after a reload, with the same id', async () => {
    const { page, expectFault } = shopper;
    expectFault(/500|Failed to load/);
    const before = await stockOf(our.shop, 'L-OATS');
    const ids: string[] = [];
    let isDown = true;
    // After a third failure the shopper would be asked; a line that is deaf counts for nothing.
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
    // The page before would send it as well, and be left with what it says.
    await page.goto('about:blank');
    isDown = false;
    await openPage(page, '/larder');
    // It is said for three seconds, and stands in the list of notices from then on.
    await page.getByText('Your order has reached the shop.').first().waitFor({ state: 'attached' });
    await page.goto('/checkout');
    await thanked(page);
    expect(new Set(ids).size).toBe(1);
    expect(ids.length).toBeGreaterThan(2);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before - 3);
  });

  long('when the server fails three times the shopper is asked, and sends it again', async () => {
    const { page, expectFault } = shopper;
    expectFault(/500|Failed to load/);
    await page.route(orders, (route) =>
      route.fulfill({ status: 500, json: { code: 500, result: 'no', meta: {} } }),
    );
    await toReview(page, email);
    await placeButton(page).click();
    await waits(page);
    await main(page).getByText('though we tried several times').waitFor();
    await expectAccessible(page);
    await page.evaluate(() => sessionStorage.clear());
    await openPage(page, '/larder');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await notices.getByText('though we tried several times').first().waitFor();
    await notices.getByRole('button', { name: 'Show the order' }).first().click();
    await waits(page);
    await page.unroute(orders);
    await main(page).getByRole('button', { name: 'Send now' }).click();
    await thanked(page);
  });

  long(
    'its answer lost, another tab without a network that orders the same cart shows the one that waits',
    async () => {
      const { page, expectFault } = shopper;
      expectFault(/order|Failed to load|ERR_/);
      const before = await stockOf(our.shop, 'L-OATS');
      const line = await losingAnswers(page);
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
      line.isBroken = false;
      await page.context().setOffline(false);
      await thanked(page);
      expect(await stockOf(our.shop, 'L-OATS')).toBe(before - 1);
    },
  );

  test('an answer that is lost is asked for again, and the cart is not filled a second time', async () => {
    const { page, expectFault } = shopper;
    expectFault(/order|Failed to load|cart\/pull/);
    const before = await stockOf(our.shop, 'L-TEA');
    const line = await losingAnswers(page);
    await toReview(page, email, 'larder-tea', 2);
    await placeButton(page).click();
    await waits(page);
    await expect.poll(() => stockOf(our.shop, 'L-TEA')).toBe(before - 2);
    line.isBroken = false;
    await sendNow(page);
    const number = await thanked(page);
    const order = await orderOf(our.shop, number, email, { 'x-forwarded-for': machine() });
    expect(order.grand_total).toBe(180);
    expect(await stockOf(our.shop, 'L-TEA')).toBe(before - 2);
    await openPage(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
  });

  long('a page that is loaded again while it is sent, and a double click, are one order', async () => {
    const { page, expectFault } = shopper;
    expectFault(/order|Failed to load|cart\/pull/);
    const before = await stockOf(our.shop, 'L-OATS');
    let sent = 0;
    await page.route(orders, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      // It arrives; the page ends before the answer does.
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

  test('without a network it waits, and goes when there is one', async () => {
    const { page, expectFault } = shopper;
    expectFault(/ERR_INTERNET|Failed to load/);
    await toReview(page, email);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    await page.context().setOffline(false);
    await thanked(page);
  });

  long('one that has arrived, unheard, cannot be taken back: it is thanked for', async () => {
    const { page, expectFault } = shopper;
    expectFault(/order|Failed to load/);
    const before = await stockOf(our.shop, 'L-RUSKS');
    const line = await losingAnswers(page);
    await page.route('**/api/sync/order/**', async (route) => {
      line.isBroken = false;
      await route.continue();
    });
    await toReview(page, email, 'larder-rusks');
    await placeButton(page).click();
    await waits(page);
    await main(page).getByRole('button', { name: 'Do not send, change the order' }).click();
    await thanked(page);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(before - 1);
  });

  long('one that waits can be taken back and changed', async () => {
    const { page, expectFault } = shopper;
    expectFault(/500|Failed to load/);
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
