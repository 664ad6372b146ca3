import type { Page } from '@playwright/test';
import { phone, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  acceptTerms,
  main,
  openCheckout,
  personal,
  placeButton,
  putInCart,
  shipping,
  thanked,
} from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';

/** A voucher is money: it pays delivery too, and keeps its remainder (ADR-036). */

const code = 'VOUCHER-R150-BROWSER';
const our = openSharedShop(
  (shop) =>
    load(shop, {
      'coupons.csv': table('code,label,kind,percent,amount,is_voucher', `${code},R150,fixed,,150,yes`),
    }),
  { pictures: false },
);

async function applyVoucher(page: Page): Promise<void> {
  await page.goto('/cart');
  await main(page).getByRole('textbox', { name: 'Coupon or voucher' }).fill(code);
  await main(page).getByRole('button', { name: 'Apply' }).click();
  await main(page)
    .getByRole('button', { name: `Remove the code ${code}` })
    .waitFor();
}

/** Orders with this payment method, and expects this amount to pay. */
async function orderFor(page: Page, amount: string, method: string): Promise<void> {
  await openCheckout(page);
  await personal(page, newEmail());
  await shipping(page);
  await main(page).getByRole('radio', { name: method }).waitFor();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
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
