import { long } from '@fynbos/api/testing/long.ts';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { countAt, openPage } from './cart-pages.ts';
import {
  acceptTerms,
  field,
  main,
  openCheckout,
  orderOf,
  password,
  putInCart,
  saysWho,
  shipping,
  stockOf,
} from './checkout-pages.ts';
import { machine } from './customers.ts';
import {
  atProvider,
  choosePayment,
  kept,
  openTill,
  orderNumber,
  paid,
  press,
  told,
  toPay,
  toProvider,
  type Way,
} from './payment-pages.ts';

const till = openTill();
const { our, email, ledger } = till;

describe('a guest pays online', () => {
  test.each(['card', 'instalments', 'local-a', 'local-b', 'wallet'] as Way[])(
    'with %s, and the order is placed',
    async (way) => {
      const { page } = till.shopper;
      const before = { paid: await ledger(), stock: await stockOf(our.shop, 'L-OATS') };
      await toPay(page, way, email);
      await expectAccessible(page);
      await toProvider(page, way);
      if (way === 'card') await expectAccessible(page);
      await press(page, 'Pay');
      await paid(page);
      // What only the provider and the shop need is not left in an address.
      expect(page.url()).not.toMatch(/token|PayerID|secret/i);
      const number = await orderNumber(page);
      if (way === 'card') await expectAccessible(page);
      await page.reload();
      await paid(page);
      const order = await orderOf(our.shop, number, email, { 'x-forwarded-for': machine() });
      expect(order).toMatchObject({ grand_total: 147, status: 'pending' });
      await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before.stock - 2);
      const dollars = way === 'wallet' ? expect.stringMatching(/^wallet \d+$/) : `${way} 14700`;
      expect(await ledger()).toEqual([...before.paid, dollars]);
      const draft = () => page.evaluate(() => localStorage.getItem('current-checkout'));
      await expect.poll(async () => [await kept(page), await draft()]).toEqual([null, null]);
      await main(page).getByRole('link', { name: 'Continue shopping' }).click();
      await page.waitForURL(`${our.shop.origin}/`);
      await expect.poll(() => countAt(page)).toBe(0);
    },
  );
});

long('a customer pays by card, with an account that is made along; the order is in the account', async () => {
  const { page } = till.shopper;
  await putInCart(page, 'larder-oats', 2);
  await openCheckout(page);
  await saysWho(page, 'nomsa@example.co.za');
  await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).check();
  await field(page, 'Password').fill(password);
  await field(page, 'Repeat the password').fill(password);
  await main(page).getByRole('checkbox', { name: 'I accept the terms and conditions.' }).check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await shipping(page);
  await choosePayment(page, 'card');
  await acceptTerms(page);
  await toProvider(page, 'card');
  // It is in the account while it waits, and can be gone on with from there.
  await page.goto('/my-account/orders');
  await main(page).getByText('Waiting for payment').click();
  await main(page).getByText('This order waits for your payment.').waitFor();
  await main(page).getByText('Card', { exact: true }).waitFor();
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Continue payment' }).click();
  await told(page, 'Your payment is not confirmed yet');
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
