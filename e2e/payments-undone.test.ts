import { long } from '@fynbos/api/testing/long.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, type Visit, visit } from './browser.ts';
import { acceptTerms, main, placeButton, stockOf, thanked } from './checkout-pages.ts';
import { newEmail } from './customers.ts';
import { openLarder } from './opened.ts';
import {
  atProvider,
  choosePayment,
  kept,
  orderNumber,
  paid,
  payButton,
  press,
  providersOf,
  told,
  toPay,
  toProvider,
} from './payment-pages.ts';

let shopper: Visit;
let providers: ReturnType<typeof providersOf>;
/** Nobody else's in the larder: only so many orders an hour are told to one mailbox. */
const email = newEmail();

const our = openLarder(
  (shop) => {
    providers = providersOf(shop);
    // Whatever files before this one wished of them.
    return providers.scenario({});
  },
  { pictures: false },
);
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
afterEach(() => shopper.close());

const ledger = async () => (await providers.paid()).map(({ provider, cents }) => `${provider} ${cents}`);

describe('a payment that comes to nothing', () => {
  test('declined: nothing is taken, the same order is tried again and paid once', async () => {
    const { page } = shopper;
    const before = await ledger();
    await toPay(page, 'card', email);
    await toProvider(page, 'card');
    await press(page, 'Decline');
    await told(page, 'The payment was declined');
    await expectAccessible(page);
    const number = await orderNumber(page);
    // The checkout does not ask to go on with it.
    await page.goto('/checkout#review');
    await payButton(page).waitFor();
    expect(await page.getByText('You have an unfinished payment').count()).toBe(0);
    await page.goBack();
    await told(page, 'The payment was declined');
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await atProvider(page, 'card');
    await press(page, 'Pay');
    await paid(page);
    expect(await orderNumber(page)).toBe(number);
    expect(await ledger()).toEqual([...before, 'card 14700']);
  });

  long('cancelled: another way pays the same order', async () => {
    const { page } = shopper;
    await toPay(page, 'wallet', email);
    await toProvider(page, 'wallet');
    await press(page, 'Cancel');
    await told(page, 'The payment was cancelled');
    const number = await orderNumber(page);
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Choose another way of paying' }).click();
    await page.waitForURL('**/checkout#payment');
    await choosePayment(page, 'local-a');
    await acceptTerms(page);
    await toProvider(page, 'local-a');
    await press(page, 'Pay');
    await paid(page);
    expect(await orderNumber(page)).toBe(number);
  });

  long('cancelled: paying on delivery goes as always', async () => {
    const { page } = shopper;
    const before = { paid: await ledger(), stock: await stockOf(our.shop, 'L-OATS') };
    await toPay(page, 'local-b', email);
    await toProvider(page, 'local-b');
    await press(page, 'Cancel');
    await told(page, 'The payment was cancelled');
    await main(page).getByRole('link', { name: 'Choose another way of paying' }).click();
    await main(page).getByRole('radio', { name: 'Pay on delivery' }).check();
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
    expect(await kept(page)).toBeNull();
    expect(await ledger()).toEqual(before.paid);
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before.stock - 2);
  });

  test('run out of time: it says so', async () => {
    const { page, expectFault } = shopper;
    expectFault(/payflex\/checkout/);
    await toPay(page, 'instalments', email);
    const asked = page.waitForRequest('**/create-checkout?**');
    await toProvider(page, 'instalments');
    await press(page, 'Let it expire');
    await page.getByText('Nothing left to pay here').waitFor();
    const { checkoutReference } = (await asked).postDataJSON();
    await page.goto(`/order/status?checkoutReference=${checkoutReference}`);
    await told(page, 'The time to pay has run out');
  });
});
