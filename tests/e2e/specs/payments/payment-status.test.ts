import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { visit } from '../../fixtures/browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { openPage, shownQuantities } from '../../pages/cart.ts';
import { main, putInCart } from '../../pages/checkout.ts';
import {
  openPaymentShop,
  paid,
  press,
  storedPayment,
  toPay,
  toProvider,
  waitForHeading,
} from '../../pages/payment.ts';

const payments = openPaymentShop();
const { our, email, ledger } = payments;

test.describe('a payment that differs from the expected amount or time', () => {
  test('an underpayment goes to manual review, and the shopper is not asked to pay again', {
    tag: '@stress',
  }, async () => {
    const { page } = payments.shopper;
    await toPay(page, 'local-a', email);
    await toProvider(page, 'local-a');
    await press(page, 'Underpay');
    await waitForHeading(page, 'We are reviewing your payment');
    expect(await main(page).getByRole('button').count()).toBe(0);
    await expectAccessible(page);
  });

  test('a delayed confirmation is polled and shown when it arrives', { tag: '@stress' }, async () => {
    const { page } = payments.shopper;
    await payments.providers.scenario({ provider: 'card', lagMs: 2500 });
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Pay');
    await waitForHeading(page, 'Your payment is not confirmed yet');
    await expectAccessible(page);
    await paid(page);
  });

  test('a product added to the cart during payment remains in the cart', { tag: '@stress' }, async () => {
    const { page } = payments.shopper;
    await toPay(page, 'instalments', email);
    await toProvider(page, 'instalments');
    const otherPage = await page.context().newPage();
    await putInCart(otherPage, 'larder-tea');
    await press(page, 'Pay');
    await paid(page);
    await main(page).getByText('We received R147.00.').waitFor();
    await openPage(otherPage, '/cart');
    await expect.poll(() => shownQuantities(otherPage)).toEqual({ 'Larder Tea': 1 });
    await openPage(page, '/cart');
    await expect.poll(() => shownQuantities(page)).toEqual({ 'Larder Tea': 1 });
  });

  test('the checkout shows the paid order when the tab was closed after payment', async () => {
    const { page, expectConsoleError } = payments.shopper;
    // The checkout notices because the cart was used up.
    expectConsoleError(/cart\/pull/);
    const reference = await payAndClose(page);
    const paymentStatus = () => page.request.get(`/api/payments/card/status?ref=${reference}`);
    await expect.poll(async () => (await (await paymentStatus()).json()).result.isOrdered).toBe(true);
    await page.goto('/checkout');
    await paid(page);
    await expect.poll(() => storedPayment(page)).toBeNull();
  });

  test('the checkout polls the payment when the shop received no web-hook, and the shopper is not asked to pay again', async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/cart\/pull/);
    await payments.providers.scenario({ hooks: { mode: 'none' } });
    await payAndClose(page);
    // The shop may poll by itself, and the cart would report it first. The cart response is therefore
    // delayed.
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
    await notice.getByRole('link', { name: 'Check the status' }).click();
    letThrough();
    await paid(page);
    await expect.poll(() => storedPayment(page)).toBeNull();
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

test.describe('the payment status page (PAY-7)', () => {
  test('polls again once the network is back, and shows the same in another tab', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/ERR_INTERNET|Failed to load/);
    await payments.providers.scenario({ provider: 'card', lagMs: 4000 });
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Pay');
    await waitForHeading(page, 'Your payment is not confirmed yet');
    const otherPage = await page.context().newPage();
    await otherPage.goto(page.url());
    await waitForHeading(otherPage, 'Your payment is not confirmed yet');
    await page.context().setOffline(true);
    await waitForHeading(page, 'You are offline');
    await page.context().setOffline(false);
    await paid(page);
    await otherPage.bringToFront();
    await paid(otherPage);
  });

  test('shows no payment to a stranger, and links to login and order tracking', async () => {
    const { page, expectConsoleError } = payments.shopper;
    await toPay(page, 'local-b', email);
    await toProvider(page, 'local-b');
    await press(page, 'Pay');
    await paid(page);
    const stranger = await visit(our.browser, our.shop.origin);
    stranger.expectConsoleError(/401/);
    await stranger.page.goto(page.url());
    await main(stranger.page).getByText('You need to be logged in to see this page').waitFor();
    await expectAccessible(stranger.page);
    expect(await main(stranger.page).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/login?${new URLSearchParams({ next: page.url().slice(our.shop.origin.length) })}`,
    );
    await main(stranger.page).getByRole('link', { name: 'Track my order' }).click();
    await stranger.page.waitForURL('**/order-tracking');
    await stranger.close();
    expectConsoleError(/404/);
    await page.goto('/order/status?checkoutReference=0f8fad5b-d9cb-469f-a165-70867728950e');
    await waitForHeading(page, 'We could not find this payment');
    await expectAccessible(page);
  });

  test('accepts a form post from another origin, and drops all fields except the payment reference', async () => {
    const { page } = payments.shopper;
    const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const response = await page.request.post(
      `/order/status?checkoutReference=${reference}&paymentCode=local-a`,
      {
        form: { Status: 'Complete', Hash: 'abc', next: 'https://evil.example/' },
        headers: { origin: 'https://pay.example' },
        maxRedirects: 0,
      },
    );
    expect([response.status(), response.headers().location]).toEqual([
      303,
      `/order/status?checkoutReference=${reference}&paymentCode=local-a`,
    ]);
    const secret = 'pi_secret_42';
    const read = await page.request.get(`/order/status?payment_intent_client_secret=${secret}`);
    expect(await read.text()).not.toContain(secret);
  });

  test('takes the result in the address of a return as a hint, and removes its secret', async () => {
    const { page } = payments.shopper;
    await toPay(page, 'local-b', email);
    await toProvider(page, 'local-b');
    await page.goto(`${our.shop.origin}/faq`);
    const { reference = '' } = (await storedPayment(page)) ?? {};
    const intent = { payment_intent: 'pi_1', payment_intent_client_secret: 'pi_secret_42' };
    const comeBack = async (result: Record<string, string>, heading: string) => {
      const query = { checkoutReference: reference, paymentCode: 'local-b', ...result };
      await page.goto(`/order/status?${new URLSearchParams({ ...query, ...intent })}`);
      await waitForHeading(page, heading);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(query);
    };
    await comeBack({ redirect_status: 'failed' }, 'The payment has not gone through');
    await comeBack({ redirect_status: 'canceled' }, 'The payment was cancelled');
    await comeBack({ redirect_status: 'succeeded' }, 'Your payment is not confirmed yet');
    await comeBack(
      { redirect_status: 'failed', payment_await_type: 'bank' },
      'Your payment is not confirmed yet',
    );
  });

  test('explains without scripts that they are needed, and that the order is safe', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/order/status');
    await page.getByText('Your order is safe').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
  });
});
