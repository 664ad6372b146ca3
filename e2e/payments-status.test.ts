import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, visit } from './browser.ts';
import { linesShown, openPage } from './cart-pages.ts';
import { main, putInCart } from './checkout-pages.ts';
import { kept, openTill, paid, press, told, toPay, toProvider } from './payment-pages.ts';

const till = openTill();
const { our, email, ledger } = till;

describe('money that is not as it should be', () => {
  long('too little: a person looks at it, and nobody is asked to pay again', async () => {
    const { page } = till.shopper;
    await toPay(page, 'local-a', email);
    await toProvider(page, 'local-a');
    await press(page, 'Underpay');
    await told(page, 'We are looking at your payment');
    expect(await main(page).getByRole('button').count()).toBe(0);
    await expectAccessible(page);
  });

  long('later than the shopper: it is watched, and told when it is there', async () => {
    const { page } = till.shopper;
    await till.providers.scenario({ provider: 'card', lagMs: 2500 });
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Pay');
    await told(page, 'Your payment is not confirmed yet');
    await expectAccessible(page);
    await paid(page);
  });

  long('paid, with something more in the cart by then: that stays there', async () => {
    const { page } = till.shopper;
    await toPay(page, 'instalments', email);
    await toProvider(page, 'instalments');
    const other = await page.context().newPage();
    await putInCart(other, 'larder-tea');
    await press(page, 'Pay');
    await paid(page);
    await main(page).getByText('We received R147.00.').waitFor();
    await openPage(other, '/cart');
    await expect.poll(() => linesShown(other)).toEqual({ 'Larder Tea': 1 });
    await openPage(page, '/cart');
    await expect.poll(() => linesShown(page)).toEqual({ 'Larder Tea': 1 });
  });

  test('paid, and the tab closed: the checkout leads to what became of it', async () => {
    const { page, expectFault } = till.shopper;
    // That the cart was used up is how the checkout finds out.
    expectFault(/cart\/pull/);
    const reference = await payAndClose(page);
    const standing = () => page.request.get(`/api/payments/card/status?ref=${reference}`);
    await expect.poll(async () => (await (await standing()).json()).result.isOrdered).toBe(true);
    await page.goto('/checkout');
    await paid(page);
    await expect.poll(() => kept(page)).toBeNull();
  });

  test('the same where the shop has not heard of it: it asks, and nobody is told to pay again', async () => {
    const { page, expectFault } = till.shopper;
    expectFault(/cart\/pull/);
    await till.providers.scenario({ hooks: { mode: 'none' } });
    await payAndClose(page);
    // The shop may come to ask by itself, and then the cart would say it first: that it is used up is heard late.
    const { promise: late, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route('**/api/cart/pull*', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto('/checkout');
    const notice = page.getByRole('region', { name: 'Thank you, your order is paid!' });
    await notice.waitFor();
    expect(await notice.getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'See how it stands' }).click();
    letThrough();
    await paid(page);
    await expect.poll(() => kept(page)).toBeNull();
  });
});

/** @returns the checkoutReference */
async function payAndClose(page: Page): Promise<string | null> {
  const before = await ledger();
  await toPay(page, 'card', email);
  await toProvider(page, 'card');
  const reference = new URL(page.url()).searchParams.get('checkoutReference');
  await press(page, 'Pay and close the tab');
  await expect.poll(async () => (await ledger()).length).toBe(before.length + 1);
  return reference;
}

describe('the page that says how a payment stands', () => {
  long('asks again by itself when there is a network, and shows the same in another tab', async () => {
    const { page, expectFault } = till.shopper;
    expectFault(/ERR_INTERNET|Failed to load/);
    await till.providers.scenario({ provider: 'card', lagMs: 4000 });
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Pay');
    await told(page, 'Your payment is not confirmed yet');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await told(other, 'Your payment is not confirmed yet');
    await page.context().setOffline(true);
    await told(page, 'You are offline');
    await page.context().setOffline(false);
    await paid(page);
    await other.bringToFront();
    await paid(other);
  });

  test('shows nothing to a stranger, and how to get there', async () => {
    const { page, expectFault } = till.shopper;
    await toPay(page, 'local-b', email);
    await toProvider(page, 'local-b');
    await press(page, 'Pay');
    await paid(page);
    const stranger = await visit(our.browser, our.shop.origin);
    stranger.expectFault(/401/);
    await stranger.page.goto(page.url());
    await main(stranger.page).getByText('You need to be logged in to see this page').waitFor();
    await expectAccessible(stranger.page);
    expect(await main(stranger.page).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/login?${new URLSearchParams({ next: page.url().slice(our.shop.origin.length) })}`,
    );
    await main(stranger.page).getByRole('link', { name: 'Track my order' }).click();
    await stranger.page.waitForURL('**/order-tracking');
    await stranger.close();
    expectFault(/404/);
    await page.goto('/order/status?checkoutReference=0f8fad5b-d9cb-469f-a165-70867728950e');
    await told(page, 'We do not know this payment');
    await expectAccessible(page);
  });

  test('takes a form from elsewhere, and keeps nothing of it but what finds the payment', async () => {
    const { page } = till.shopper;
    const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const answer = await page.request.post(
      `/order/status?checkoutReference=${reference}&paymentCode=local-a`,
      {
        form: { Status: 'Complete', Hash: 'abc', next: 'https://evil.example/' },
        headers: { origin: 'https://pay.example' },
        maxRedirects: 0,
      },
    );
    expect([answer.status(), answer.headers().location]).toEqual([
      303,
      `/order/status?checkoutReference=${reference}&paymentCode=local-a`,
    ]);
    const secret = 'pi_secret_42';
    const read = await page.request.get(`/order/status?payment_intent_client_secret=${secret}`);
    expect(await read.text()).not.toContain(secret);
  });

  test('says without scripts that they are needed, and that the order is safe', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/order/status');
    await page.getByText('Your order is safe').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await close();
  });
});
