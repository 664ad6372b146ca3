import { expectAccessible } from '../../fixtures/axe.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { countAt, openPage } from '../../pages/cart.ts';
import {
  acceptTerms,
  chooseCollection,
  field,
  fillPersonalDetails,
  main,
  openCheckout,
  orderOf,
  password,
  putInCart,
  shipping,
  stockOf,
} from '../../pages/checkout.ts';
import { nextClientIp } from '../../pages/customers.ts';
import {
  atProvider,
  choosePayment,
  openPaymentShop,
  orderNumber,
  type PaymentMethodCode,
  paid,
  paymentMethodLabels,
  press,
  storedPayment,
  toPay,
  toProvider,
  waitForHeading,
} from '../../pages/payment.ts';

const payments = openPaymentShop();
const { our, email, ledger } = payments;

/** A normal run pays in full on our page and at one provider; tests of statuses and errors use the other methods. */
const methods: PaymentMethodCode[] = isLong
  ? (Object.keys(paymentMethodLabels) as PaymentMethodCode[])
  : ['card', 'wallet'];

test.describe('a guest pays online (PAY-1, PAY-2, PAY-3, PAY-4, PAY-5)', () => {
  for (const method of methods)
    test(`with ${method}, and the order is placed`, async () => {
      const { page } = payments.shopper;
      const before = { paid: await ledger(), stock: await stockOf(our.shop, 'L-OATS') };
      await toPay(page, method, email);
      await expectAccessible(page);
      await toProvider(page, method);
      if (method === 'card') await expectAccessible(page);
      await press(page, 'Pay');
      await paid(page);
      // Data that only the provider and the shop need must not remain in the address.
      expect(page.url()).not.toMatch(/token|PayerID|secret/i);
      const number = await orderNumber(page);
      if (method === 'card') await expectAccessible(page);
      await page.reload();
      await paid(page);
      const order = await orderOf(our.shop, number, email, { 'x-forwarded-for': nextClientIp() });
      expect(order).toMatchObject({ grand_total: 147, status: 'pending' });
      await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before.stock - 2);
      const dollars = method === 'wallet' ? expect.stringMatching(/^wallet \d+$/) : `${method} 14700`;
      expect(await ledger()).toEqual([...before.paid, dollars]);
      const draft = () => page.evaluate(() => localStorage.getItem('current-checkout'));
      await expect.poll(async () => [await storedPayment(page), await draft()]).toEqual([null, null]);
      await main(page).getByRole('link', { name: 'Continue shopping' }).click();
      await page.waitForURL(`${our.shop.origin}/`);
      await expect.poll(() => countAt(page)).toBe(0);
    });
});

test('a collection that is paid by card shows its store, with the days on which the store is open', async () => {
  const { page } = payments.shopper;
  await putInCart(page, 'larder-oats', 2);
  const store = await chooseCollection(page, our.shop, email);
  await choosePayment(page, 'card');
  await acceptTerms(page);
  await toProvider(page, 'card');
  await press(page, 'Pay');
  await paid(page);
  const collection = main(page).getByRole('region', { name: `Collect at ${store}` });
  await collection.getByText('Opening hours').waitFor();
  await collection.getByText(/^Expected/).waitFor();
  expect(
    await main(page)
      .getByText(/^Expected/)
      .count(),
  ).toBe(1);
  await expectAccessible(page);
});

test('a customer who creates an account during checkout pays by card, and the order is in the account', {
  tag: '@stress',
}, async () => {
  const { page } = payments.shopper;
  await putInCart(page, 'larder-oats', 2);
  await openCheckout(page);
  await fillPersonalDetails(page, 'nomsa@example.co.za');
  await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).check();
  await field(page, 'Password').fill(password);
  await field(page, 'Repeat the password').fill(password);
  await main(page).getByRole('checkbox', { name: 'I accept the terms and conditions.' }).check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await shipping(page);
  await choosePayment(page, 'card');
  await acceptTerms(page);
  await toProvider(page, 'card');
  // The pending order is in the account and can be paid from there.
  await page.goto('/my-account/orders');
  await main(page).getByText('Waiting for payment').click();
  await main(page).getByText('This order waits for your payment.').waitFor();
  await main(page).getByText('Card', { exact: true }).waitFor();
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Continue payment' }).click();
  await waitForHeading(page, 'Your payment is not confirmed yet');
  await main(page).getByRole('button', { name: 'Continue payment' }).click();
  await atProvider(page, 'card');
  await press(page, 'Pay');
  await paid(page);
  const number = await orderNumber(page);
  await main(page).getByRole('link', { name: 'Show the order' }).click();
  await page.waitForURL(`**/my-account/orders/${number}`);
  await main(page).getByText('Placed').first().waitFor();
  await openPage(page, '/cart');
  await page.getByText('Your cart is empty').first().waitFor();
});
