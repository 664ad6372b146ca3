import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { phone, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  acceptTerms,
  field,
  main,
  openCheckout,
  personal,
  placeButton,
  putInCart,
  shipping,
  step,
  thanked,
} from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';

/** A voucher is money: it pays delivery too, and keeps its remainder (ADR-036). */

const code = 'VOUCHER-R150-BROWSER';
const bookCode = 'VOUCHER-R150-BOOK';
const our = openSharedShop(
  (shop) =>
    load(shop, {
      'coupons.csv': table(
        'code,label,kind,percent,amount,is_voucher',
        ...[code, bookCode].map((each) => `${each},R150,fixed,,150,yes`),
      ),
    }),
  { pictures: false },
);

async function applyVoucher(page: Page, voucher = code): Promise<void> {
  await page.goto('/cart');
  await main(page).getByRole('textbox', { name: 'Coupon or voucher' }).fill(voucher);
  await main(page).getByRole('button', { name: 'Apply' }).click();
  await main(page)
    .getByRole('button', { name: `Remove the code ${voucher}` })
    .waitFor();
}

/** Orders with this payment method, and expects this amount to pay. */
async function orderFor(page: Page, amount: string, method: string): Promise<void> {
  await openCheckout(page);
  await personal(page, newEmail());
  await shipping(page);
  await main(page).getByRole('radio', { name: method, checked: true }).waitFor();
  await expect.poll(() => placeButton(page).innerText()).toBe(`Place order for ${amount}`);
  await acceptTerms(page);
  await placeButton(page).click();
  await thanked(page);
}

test('a voucher pays an order, its balance is shown before and after, and the rest pays the next order', async () => {
  const shopper = await visit(our.browser, our.shop.origin, { viewport: phone });
  // The cart tries a code as a coupon first.
  shopper.expectConsoleError(/400/);
  const { page } = shopper;
  await putInCart(page, 'larder-oats');
  await applyVoucher(page);
  await main(page).getByText('On the voucher: R150.00, after this order: R106.50').first().waitFor();
  await orderFor(page, 'R0.00', 'There is nothing to pay');
  await main(page).getByText('Left on the voucher after this order: R46.50').waitFor();

  await putInCart(page, 'larder-tea');
  await applyVoucher(page);
  await main(page).getByText('On the voucher: R46.50, after this order: R0.00').first().waitFor();
  await orderFor(page, 'R73.50', 'Pay on delivery');
  await main(page).getByText('Left on the voucher after this order: R0.00').waitFor();
});

test('an e-book that a voucher paid is downloaded from the thank-you page (D61)', async () => {
  const shopper = await visit(our.browser, our.shop.origin, { viewport: phone });
  shopper.expectConsoleError(/400/);
  const { page } = shopper;
  await putInCart(page, 'braai-without-meat-e-book');
  await applyVoucher(page, bookCode);
  await expect(main(page).getByText(/deliver/i)).toHaveCount(0);
  await openCheckout(page);
  await personal(page, newEmail());
  await main(page).getByRole('radio', { name: 'There is nothing to pay', checked: true }).waitFor();
  await expect(step(page, 'Delivery')).toHaveCount(0);
  await main(page).getByText('For your invoice and the payment provider.').waitFor();
  await expect(main(page).getByText('sending them back')).toHaveCount(0);
  await field(page, 'Street and number').fill('12 Long Street');
  await field(page, 'Postal code').fill('8001');
  await field(page, 'City or town').fill('Cape Town');
  await field(page, 'Province').selectOption('ZA-WC');
  await acceptTerms(page);
  await placeButton(page).click();
  await thanked(page);
  await expect(main(page).getByText('We pack your order.')).toHaveCount(0);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download braai-without-meat.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('braai-without-meat.pdf');
});

test('a download beside goods that are paid on delivery is promised for after the payment', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone });
  await putInCart(page, 'larder-oats');
  await putInCart(page, 'braai-without-meat-e-book');
  await openCheckout(page);
  await personal(page, newEmail());
  await shipping(page);
  await main(page).getByRole('radio', { name: 'Pay on delivery', checked: false }).check();
  await acceptTerms(page);
  await placeButton(page).click();
  await thanked(page);
  await main(page).getByText('Your downloads are ready as soon as we receive your payment.').waitFor();
});
