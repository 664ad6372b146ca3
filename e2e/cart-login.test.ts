import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, type Visit, visit } from './browser.ts';
import { countAt, linesKept, linesShown, openPage } from './cart-pages.ts';
import { headersOf, logIn, logOut, register, send } from './customers.ts';
import { coupons } from './larder.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';
import { load, table } from './shop-files.ts';

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
  // What a page asks of its customer as they log out may be refused: nobody looks at the answer any more.
  shopper.expectFault(/401.*user-store|401 \(Unauthorized\)/);
});
afterEach(() => shopper.close());

type Headed = Record<string, string>;

const main = (page: Page) => page.getByRole('main');

/** What the shop has in a customer's cart, whatever a browser believes. */
async function keptFor(headers: Headed): Promise<Record<string, number>> {
  const token = await send(our.shop, '/api/cart/create', {}, headers);
  return linesKept(our.shop.origin, { ...headers, 'x-cart-token': token });
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

/** The cart’s page, the number in the header and the shop say the same. */
async function expectCart(page: Page, headers: Headed, lines: Record<string, number>) {
  await expect.poll(() => keptFor(headers)).toEqual(lines);
  await openPage(page, '/cart');
  await expect.poll(() => linesShown(page)).toEqual(lines);
  await counts(page, total(lines));
}

const total = (lines: Record<string, number>) => Object.values(lines).reduce((sum, qty) => sum + qty, 0);
const isCouponThere = (page: Page) =>
  page.getByRole('button', { name: 'Remove the code LARDER10' }).waitFor();

/** A customer's cart, filled in another browser: some of what the guest has, one of it nearly all there is. */
async function fillElsewhere(email: string, headers: Headed): Promise<void> {
  const elsewhere = await visit(our.browser, our.shop.origin);
  await logIn(elsewhere.page, email);
  await put(elsewhere.page, 'larder-oats', 6);
  await put(elsewhere.page, 'larder-milk', 1);
  // A browser that is closed sends nothing any more.
  await expect.poll(() => keptFor(headers)).toEqual({ 'Larder Oats': 6, 'Larder Milk': 1 });
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

describe('a guest with a filled cart logs in (CART-2, decision 21)', () => {
  test('both carts are summed once, up to the stock, with the coupon; nothing changes it after that', {
    timeout: 180_000,
  }, async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await fillElsewhere(email, headers);
    await fillAsGuest(page);
    const other = await page.context().newPage();
    await openPage(other, '/cart');
    await logIn(page, email);
    await expectCart(page, headers, merged);
    await isCouponThere(page);
    await expectAccessible(page);
    await expect.poll(() => linesShown(other)).toEqual(merged);
    await counts(other, total(merged));
    await isCouponThere(other);
    await other.close();

    for (let time = 0; time < 5; time++) {
      await page.reload();
      await expect.poll(() => linesShown(page)).toEqual(merged);
      await counts(page, total(merged));
    }
    await expectCart(page, headers, merged);
    await leave(page);
    await logIn(page, email);
    await expectCart(page, headers, merged);
    await isCouponThere(page);
  });

  long('logging out empties the cart here, in every tab; the next login brings it back', async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await openPage(page, '/');
    await put(page, 'larder-tea', 2);
    await logIn(page, email);
    await expectCart(page, headers, { 'Larder Tea': 2 });
    const other = await page.context().newPage();
    await openPage(other, '/larder');
    await counts(other, 2);
    await leave(page);
    await counts(page, 0);
    await counts(other, 0);
    await openPage(page, '/cart');
    await main(page).getByText('Your cart is empty').waitFor();
    const token = () => page.evaluate(() => localStorage.getItem('current-cart-token'));
    expect(await token()).toBeNull();
    // A page that ended while it forgot the cart may leave the token behind: nobody asks for that cart again.
    await page.evaluate(() => localStorage.setItem('current-cart-token', 'left-behind'));
    await openPage(page, '/cart');
    await expect.poll(token).toBeNull();
    await expect.poll(() => keptFor(headers)).toEqual({ 'Larder Tea': 2 });
    await logIn(page, email);
    await expectCart(page, headers, { 'Larder Tea': 2 });
    await other.close();
  });
});
