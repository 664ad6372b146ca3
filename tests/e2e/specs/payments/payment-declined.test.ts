import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/test.ts';
import { acceptTerms, main, placeButton, stockOf, thanked } from '../../pages/checkout.ts';
import {
  atProvider,
  choosePayment,
  openPaymentShop,
  orderNumber,
  paid,
  payButton,
  press,
  storedPayment,
  toPay,
  toProvider,
  waitForHeading,
} from '../../pages/payment.ts';

const payments = openPaymentShop();
const { our, email, ledger } = payments;

test.describe('an unsuccessful payment (PAY-8)', () => {
  test('declined: nothing is charged, and the same order is retried and paid once', {
    tag: '@journey',
  }, async () => {
    const { page } = payments.shopper;
    const before = await ledger();
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Decline');
    await waitForHeading(page, 'The payment was declined');
    await expectAccessible(page);
    const number = await orderNumber(page);
    // The checkout does not offer to continue a declined payment.
    await page.goto('/checkout#review');
    await payButton(page).waitFor();
    expect(await page.getByText('You have an unfinished payment').count()).toBe(0);
    await page.goBack();
    await waitForHeading(page, 'The payment was declined');
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await atProvider(page, 'card');
    await press(page, 'Pay');
    await paid(page);
    expect(await orderNumber(page)).toBe(number);
    expect(await ledger()).toEqual([...before, 'card 14700']);
  });

  test('cancelled: another payment method pays the same order', { tag: '@stress' }, async () => {
    const { page } = payments.shopper;
    await toPay(page, 'wallet', email);
    await toProvider(page, 'wallet');
    await press(page, 'Cancel');
    await waitForHeading(page, 'The payment was cancelled');
    const number = await orderNumber(page);
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Choose another payment method' }).click();
    await page.waitForURL('**/checkout#payment');
    await choosePayment(page, 'local-a');
    await acceptTerms(page);
    await toProvider(page, 'local-a');
    await press(page, 'Pay');
    await paid(page);
    expect(await orderNumber(page)).toBe(number);
  });

  test('cancelled: the shopper can pay on delivery', { tag: '@stress' }, async () => {
    const { page } = payments.shopper;
    const before = { paid: await ledger(), stock: await stockOf(our.shop, 'L-OATS') };
    await toPay(page, 'local-b', email);
    await toProvider(page, 'local-b');
    await press(page, 'Cancel');
    await waitForHeading(page, 'The payment was cancelled');
    await main(page).getByRole('link', { name: 'Choose another payment method' }).click();
    await main(page).getByRole('radio', { name: 'Pay on delivery' }).check();
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
    expect(await storedPayment(page)).toBeNull();
    expect(await ledger()).toEqual(before.paid);
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before.stock - 2);
  });

  test('expired: the status page reports it', async () => {
    const { page, expectConsoleError } = payments.shopper;
    expectConsoleError(/payflex\/checkout/);
    await toPay(page, 'instalments', email);
    const checkoutRequest = page.waitForRequest('**/create-checkout?**');
    await toProvider(page, 'instalments');
    await press(page, 'Let it expire');
    await page.getByText('Nothing left to pay here').waitFor();
    const { checkoutReference } = (await checkoutRequest).postDataJSON();
    await page.goto(`/order/status?checkoutReference=${checkoutReference}`);
    await waitForHeading(page, 'The time to pay has run out');
  });
});
