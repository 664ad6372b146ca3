import { expectAccessible } from '../../fixtures/axe.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { acceptTerms, main } from '../../pages/checkout.ts';
import {
  atProvider,
  choosePayment,
  openPaymentShop,
  type PaymentMethodCode,
  paid,
  payButton,
  paymentMethodLabels,
  press,
  toPay,
  toProvider,
  waitForHeading,
} from '../../pages/payment.ts';

const payments = openPaymentShop();
const { email, ledger } = payments;

const methods = Object.keys(paymentMethodLabels) as PaymentMethodCode[];
const allPairs = methods.flatMap((first) =>
  methods.filter((second) => second !== first).map((second) => [first, second] as const),
);
/** A bank whose opened page counts as pending, and one whose page does not. */
const pairs = isLong
  ? allPairs
  : ([
      ['local-a', 'card'],
      ['card', 'local-b'],
    ] as const);

test.describe('a shopper leaves the page of a provider with the Back button and pays otherwise', () => {
  for (const [first, second] of pairs)
    test(`${first} is left, and ${second} pays`, async () => {
      const { page } = payments.shopper;
      const before = await ledger();
      await toPay(page, first, email);
      await toProvider(page, first);
      await page.goBack();
      await page.goto('/checkout#payment');
      await choosePayment(page, second);
      await acceptTerms(page);
      await payButton(page).click();
      if (first === 'local-a') {
        await waitForHeading(page, 'Your payment is not confirmed yet');
        await main(page)
          .getByText(/you can continue with the payment you opened \(.+\) until .*\d:\d\d/)
          .waitFor();
        // It leads to the page that was opened, and not back to this one.
        await main(page).getByRole('button', { name: 'Continue payment' }).click();
        await atProvider(page, first);
        await page.goBack();
        await main(page).getByRole('link', { name: 'Start again' }).click();
        await page.waitForURL('**/checkout#payment');
        await choosePayment(page, second);
        await acceptTerms(page);
        await payButton(page).click();
      }
      await atProvider(page, second);
      await press(page, 'Pay');
      await paid(page);
      expect((await ledger()).length).toBe(before.length + 1);
    });
});

test('the page of an earlier payment shows that it is paid, after another order of the cart was begun', async () => {
  const { page } = payments.shopper;
  await toPay(page, 'local-b', email);
  await toProvider(page, 'local-b');
  const earlier = page.url();
  await page.goto('/checkout#payment');
  await main(page).getByRole('button', { name: 'Start again' }).click();
  await choosePayment(page, 'wallet');
  await acceptTerms(page);
  await toProvider(page, 'wallet');
  await page.goto(earlier);
  await press(page, 'Pay');
  await paid(page);
});

test('the cart names an order whose payment was cancelled, and its products, until the order is cancelled', async () => {
  const { page } = payments.shopper;
  await toPay(page, 'card', email);
  await toProvider(page, 'card');
  await press(page, 'Cancel');
  await waitForHeading(page, 'The payment was cancelled');
  await page.goto('/cart');
  const notice = page.getByRole('region', { name: /^Order \d+ of R147.00 is not paid yet$/ });
  await notice.getByText('In your cart from this order: Larder Oats.').waitFor();
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Pay or cancel' }).click();
  await main(page).getByRole('button', { name: 'Try again' }).waitFor();
  await main(page).getByRole('button', { name: 'Cancel the order' }).click();
  await expect(main(page).getByRole('button', { name: 'Cancel the order' })).toHaveCount(0);
  const status = page.waitForResponse('**/status?*');
  await page.goto('/cart');
  await status;
  await expect(notice).toHaveCount(0);
});
