import type { Route } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/test.ts';
import { acceptTerms, main, placeButton, stockOf } from '../../pages/checkout.ts';
import {
  atProvider,
  choosePayment,
  openPaymentShop,
  paid,
  payButton,
  press,
  radio,
  storedPayment,
  toPay,
  toPaymentStep,
  toProvider,
  waitForHeading,
} from '../../pages/payment.ts';

const payments = openPaymentShop();
const { our, email, ledger } = payments;

/** The request arrives; the response is lost. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

const saving = '**/api/order/save-pending-order?*';
const handing = '**/api/payments/local-a/create-checkout?*';

test.describe('before the shopper reaches the provider', () => {
  test('offline only payment on delivery can be chosen, and the page explains why', async () => {
    const { page, expectConsoleError } = payments.shopper;
    // Late requests of the page.
    expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    await toPaymentStep(page, email);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await main(page).getByText('Paying online needs a network, and you are offline.').waitFor();
    expect(await radio(page, 'card').isDisabled()).toBe(true);
    expect(await radio(page, 'card').getAttribute('aria-describedby')).toBe('needs-network');
    await expectAccessible(page);
    await placeButton(page).waitFor();
    await page.context().setOffline(false);
  });

  test('lost responses and a double click result in one order and one payment', async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/ERR_|Failed to load/);
    const before = { paid: await ledger(), stock: await stockOf(our.shop, 'L-OATS') };
    const references: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('save-pending-order'))
        references.push(request.postDataJSON().checkoutReference);
    });
    await page.route(saving, lose, { times: 1 });
    await page.route(handing, lose, { times: 1 });
    await toPay(page, 'local-a', email);
    await payButton(page).dblclick();
    await main(page).getByText('Nothing was charged. You can try again').waitFor();
    await expectAccessible(page);
    await page.reload();
    // The delivery cost is computed after the page loads.
    await expect.poll(() => payButton(page).innerText()).toBe('Pay R147.00');
    await acceptTerms(page);
    await payButton(page).click();
    await main(page).getByText('Nothing was charged. You can try again').waitFor();
    await toProvider(page, 'local-a');
    expect([new Set(references).size, references.length]).toEqual([1, 3]);
    expect(await stockOf(our.shop, 'L-OATS')).toBe(before.stock - 2);
    await press(page, 'Pay');
    await paid(page);
    expect(await ledger()).toEqual([...before.paid, 'local-a 14700']);
  });

  test('a provider outage charges nothing, and another payment method can be chosen', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/503/);
    await payments.providers.scenario({
      provider: 'local-b',
      faults: [{ on: 'create', kind: '500', times: 1 }],
    });
    await toPay(page, 'local-b', email);
    await payButton(page).click();
    const alert = main(page).getByRole('alert');
    await alert.getByText('The payment provider is not responding.').waitFor();
    // The alert says so once.
    expect((await alert.innerText()).match(/Nothing was charged/g)).toHaveLength(1);
    await expectAccessible(page);
    await choosePayment(page, 'instalments');
    await toProvider(page, 'instalments');
  });

  test('paying for a changed cart creates another order', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = payments.shopper;
    // The shop reports that the cart differs from the pending order.
    expectConsoleError(/409/);
    await toPay(page, 'local-a', email);
    await toProvider(page, 'local-a');
    await page.goto('/checkout#review');
    const first = (await storedPayment(page))!;
    await page.getByRole('heading', { name: 'You have an unfinished payment of R147.00' }).waitFor();
    await expectAccessible(page);
    await main(page)
      .getByRole('button', { name: /^One less/ })
      .click();
    await expect.poll(() => payButton(page).innerText()).toBe('Pay R103.50');
    await acceptTerms(page);
    await toProvider(page, 'local-a');
    await page.getByText('R103.50').first().waitFor();
    await press(page, 'Pay');
    await paid(page);
    await main(page).getByText('We received R103.50.').waitFor();
    expect(first.order).toBeTruthy();
  });

  test('an unfinished payment can be continued from the checkout, or started again', {
    tag: '@stress',
  }, async () => {
    const { page } = payments.shopper;
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await main(page).getByRole('link', { name: 'Go back without paying' }).click();
    const notice = page.getByRole('region', { name: 'You have an unfinished payment of R147.00' });
    await notice.getByRole('button', { name: 'Continue payment' }).click();
    await atProvider(page, 'card');
    const reference = new URL(page.url()).searchParams.get('checkoutReference');
    for (const path of ['/cart', '/']) {
      await page.goto(path);
      await page.getByRole('region', { name: /^Order \d+ of R147.00 is not paid yet$/ }).waitFor();
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: 'Pay or cancel' }).click();
    await waitForHeading(page, 'Your payment is not confirmed yet');
    await page.goto('/checkout#review');
    await notice.getByRole('link', { name: 'Check the status' }).click();
    await waitForHeading(page, 'Your payment is not confirmed yet');
    await page.goBack();
    await notice.getByRole('button', { name: 'Start again' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.goto('/checkout#review');
    await acceptTerms(page);
    await toProvider(page, 'card');
    expect(new URL(page.url()).searchParams.get('checkoutReference')).not.toBe(reference);
  });
});

test.describe('the card payment page', () => {
  test('reports a card form that fails to load, and retries', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/paymentWidgets|Failed to load/);
    await page.route('**/paymentWidgets.js?*', (route) => route.abort(), { times: 1 });
    await toPay(page, 'card', email);
    await payButton(page).click();
    await main(page).getByText('The card form did not load').waitFor();
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await atProvider(page, 'card');
    // The page requests the redirect data again when the tab has lost them.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await atProvider(page, 'card');
    await press(page, 'Pay');
    await paid(page);
  });

  test('is the only page whose content security policy allows the card provider', async () => {
    const { page } = payments.shopper;
    const policy = async (path: string) =>
      (await page.request.get(path)).headers()['content-security-policy'];
    expect(await policy('/order/pay')).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+ /);
    expect(await policy('/order/status')).not.toMatch(/http:/);
    expect((await page.request.get('/order/pay')).headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
  });

  test('redirects to the payment status once the payment is complete', async () => {
    const { page } = payments.shopper;
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    const address = page.url();
    await press(page, 'Pay');
    await paid(page);
    await page.goto(address);
    await paid(page);
    // The form that shows the order is posted from this document.
    await main(page).getByRole('button', { name: 'Show the order' }).click();
    await page.getByRole('heading', { name: /^Order \d{9}$/ }).waitFor();
  });
});
