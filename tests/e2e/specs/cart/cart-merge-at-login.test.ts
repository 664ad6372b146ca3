import { long } from '@fynbos/test-kit/stress-mode.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { coupons } from '../../fixtures/shared-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { countAt, openPage, shownQuantities, storedQuantities } from '../../pages/cart.ts';
import { headersOf, logIn, logOut, register, send } from '../../pages/customers.ts';

let shopper: Visit;

const products = table(
  'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
  'L-OATS,simple,Larder Oats,larder-oats,43.50,zero,9,Larder',
  'L-MILK,simple,Larder Milk,larder-milk,20.00,zero,5,Larder',
  'L-TEA,simple,Larder Tea,larder-tea,60.00,standard,50,Larder',
);

const our = openShop(trusted, (shop) => load(shop, { 'products.csv': products, 'coupons.csv': coupons }), {
  pictures: false,
});
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
  // Requests still running at logout may be rejected; their responses are ignored.
  shopper.expectConsoleError(/401.*user-store|401 \(Unauthorized\)/);
});
afterEach(() => shopper.close());

type Headed = Record<string, string>;

const main = (page: Page) => page.getByRole('main');

/** The customer's cart as the shop has stored it, independent of the browser. */
async function storedCartOf(headers: Headed): Promise<Record<string, number>> {
  const token = await send(our.shop, '/api/cart/create', {}, headers);
  return storedQuantities(our.shop.origin, { ...headers, 'x-cart-token': token });
}

async function leave(page: Page): Promise<void> {
  await page.goto('/my-account');
  await logOut(page);
  await page.waitForURL(`${our.shop.origin}/`);
}

async function put(page: Page, product: string, qty: number): Promise<void> {
  const before = await countAt(page);
  await openPage(page, `/${product}`);
  await main(page).getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(qty));
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main(page).getByText('It is in your cart.').waitFor();
  await expect.poll(() => countAt(page)).toBeGreaterThan(before);
}

const counts = (page: Page, count: number) => expect.poll(() => countAt(page)).toBe(count);

/** The cart page, the number in the header and the shop agree. */
async function expectCart(page: Page, headers: Headed, cartLines: Record<string, number>) {
  await expect.poll(() => storedCartOf(headers)).toEqual(cartLines);
  await openPage(page, '/cart');
  await expect.poll(() => shownQuantities(page)).toEqual(cartLines);
  await counts(page, total(cartLines));
}

const total = (cartLines: Record<string, number>) =>
  Object.values(cartLines).reduce((sum, qty) => sum + qty, 0);
const isCouponThere = (page: Page) =>
  page.getByRole('button', { name: 'Remove the code LARDER10' }).waitFor();

/**
 * Fills the customer's cart in another browser: it overlaps the guest's cart, one product up to nearly its
 * stock.
 */
async function fillElsewhere(email: string, headers: Headed): Promise<void> {
  const elsewhere = await visit(our.browser, our.shop.origin);
  await logIn(elsewhere.page, email);
  await put(elsewhere.page, 'larder-oats', 6);
  await put(elsewhere.page, 'larder-milk', 1);
  // A closed browser sends nothing more.
  await expect.poll(() => storedCartOf(headers)).toEqual({ 'Larder Oats': 6, 'Larder Milk': 1 });
  await elsewhere.close();
}

async function fillAsGuest(page: Page): Promise<void> {
  await openPage(page, '/');
  await put(page, 'larder-oats', 5);
  await put(page, 'larder-milk', 2);
  await put(page, 'larder-tea', 2);
  await openPage(page, '/cart');
  await page.getByRole('textbox', { name: 'Coupon or voucher' }).fill('LARDER10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await isCouponThere(page);
}

const merged = { 'Larder Oats': 9, 'Larder Milk': 3, 'Larder Tea': 2 };

describe('a guest with a filled cart logs in (CART-2, spec D21)', () => {
  test('both carts are merged once, up to the stock and with the coupon, and stay unchanged afterwards', {
    timeout: 180_000,
  }, async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await fillElsewhere(email, headers);
    await fillAsGuest(page);
    const otherTab = await page.context().newPage();
    await openPage(otherTab, '/cart');
    await logIn(page, email);
    await expectCart(page, headers, merged);
    await isCouponThere(page);
    await expectAccessible(page);
    await expect.poll(() => shownQuantities(otherTab)).toEqual(merged);
    await counts(otherTab, total(merged));
    await isCouponThere(otherTab);
    await otherTab.close();

    for (let time = 0; time < 5; time++) {
      await page.reload();
      await expect.poll(() => shownQuantities(page)).toEqual(merged);
      await counts(page, total(merged));
    }
    await expectCart(page, headers, merged);
    await leave(page);
    await logIn(page, email);
    await expectCart(page, headers, merged);
    await isCouponThere(page);
  });

  long('logout empties the cart in every tab, and the next login restores it', async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await openPage(page, '/');
    await put(page, 'larder-tea', 2);
    await logIn(page, email);
    await expectCart(page, headers, { 'Larder Tea': 2 });
    const otherTab = await page.context().newPage();
    await openPage(otherTab, '/larder');
    await counts(otherTab, 2);
    await leave(page);
    await counts(page, 0);
    await counts(otherTab, 0);
    await openPage(page, '/cart');
    await main(page).getByText('Your cart is empty').waitFor();
    const token = () => page.evaluate(() => localStorage.getItem('current-cart-token'));
    expect(await token()).toBeNull();
    // A page closed during logout may leave the token in storage; it is never used again.
    await page.evaluate(() => localStorage.setItem('current-cart-token', 'left-behind'));
    await openPage(page, '/cart');
    await expect.poll(token).toBeNull();
    await expect.poll(() => storedCartOf(headers)).toEqual({ 'Larder Tea': 2 });
    await logIn(page, email);
    await expectCart(page, headers, { 'Larder Tea': 2 });
    await otherTab.close();
  });
});
