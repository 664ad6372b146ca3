import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import type { RunningShop } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  acceptTerms,
  main,
  orderOf,
  placeButton,
  putInCart,
  thanked,
  throughSteps,
} from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';

/** Shops whose operator switched synchronisation off (spec commerce 4 «Cart lifecycle»). */

const files = {
  'products.csv': table(
    'sku,name,url_path,price_incl_tax,tax_class,qty,categories',
    'S-OATS,Silo Oats,silo-oats,43.50,zero,90,Silo',
  ),
  'coupons.csv': table('code,label,kind,percent,amount,is_voucher', 'SILO10,10 % off,percent,10,,no'),
};
const prepare = (shop: RunningShop) => load(shop, files);

/** Calls of the cart API that the page has sent. */
function cartCalls({ page }: Visit): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/cart/')) calls.push(pathname);
  });
  return calls;
}

test.describe('CART_SYNC=off (CART-1)', () => {
  const our = openShop({ CART_SYNC: 'off' }, prepare, { pictures: false });

  test('the cart stays in its browser until the checkout, where it is ordered', async () => {
    const shopper = await visit(our.browser, our.shop.origin);
    const { page } = shopper;
    const calls = cartCalls(shopper);
    const email = newEmail();
    await putInCart(page, 'silo-oats', 2);
    await page.goto('/cart');
    await hydrated(page);
    await main(page).getByRole('article', { name: 'Silo Oats' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
    await throughSteps(page, email);
    await acceptTerms(page);
    // Two at R43.50, and the courier for R60.00.
    await expect(placeButton(page)).toHaveText('Place order for R147.00');
    await placeButton(page).click();
    const order = await orderOf(our.shop, await thanked(page), email);
    expect(order.grand_total).toBe(147);
  });
});

test.describe('TOTALS_SYNC=off (CART-1)', () => {
  const our = openShop({ TOTALS_SYNC: 'off' }, prepare, { pictures: false });

  test('the cart shows an estimate, and the checkout orders at the totals of the shop', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    const email = newEmail();
    await putInCart(page, 'silo-oats', 2);
    await page.goto('/cart');
    await main(page).getByLabel('Coupon or voucher').fill('SILO10');
    await main(page).getByRole('button', { name: 'Apply' }).click();
    await main(page).getByRole('button', { name: 'Remove the code SILO10' }).waitFor();
    await main(page).getByText('This is an estimate.').waitFor();
    await main(page).getByText('R87.00').filter({ visible: true }).last().waitFor();
    await throughSteps(page, email);
    await acceptTerms(page);
    // R87.00 less 10 %, and the courier.
    await expect(placeButton(page)).toHaveText('Place order for R138.30');
    await placeButton(page).click();
    const order = await orderOf(our.shop, await thanked(page), email);
    expect(order.grand_total).toBe(138.3);
  });
});
