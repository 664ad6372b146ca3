import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartHeaders, countAt, openPage, shownQuantities, storedQuantities } from '../../pages/cart.ts';
import { headersOf, logIn, logOut, register, send } from '../../pages/customers.ts';

let shopper: Visit;

const products = table(
  'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
  'MRG-OATS,simple,Merge Oats,merge-oats,43.50,zero,9,Merge',
  'MRG-MILK,simple,Merge Milk,merge-milk,20.00,zero,5,Merge',
  'MRG-TEA,simple,Merge Tea,merge-tea,60.00,standard,50,Merge',
);

const our = openSharedShop((shop) => load(shop, { 'products.csv': products }), {
  pictures: false,
});
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
  // Requests still running at logout may be rejected; their responses are ignored.
  shopper.expectConsoleError(/401.*user-store|401 \(Unauthorized\)/);
});
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
  await openPage(page, `/${product}`);
  const before = await countAt(page);
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

/** Fills the customer's cart: it overlaps the guest's cart, one product up to nearly its stock. */
async function fillElsewhere(headers: Headed): Promise<void> {
  const cart = { ...headers, 'x-cart-token': await send(our.shop, '/api/cart/create', {}, headers) };
  for (const cartItem of [
    { sku: 'MRG-OATS', qty: 6 },
    { sku: 'MRG-MILK', qty: 1 },
  ])
    await send(our.shop, '/api/cart/update', { cartItem }, cart);
}

/** Fills the cart of the browser: the first product on its page, the others as another tab of the shopper does. */
async function fillAsGuest(page: Page): Promise<void> {
  await put(page, 'merge-oats', 5);
  await expect.poll(() => cartHeaders(page)).toBeDefined();
  for (const cartItem of [
    { sku: 'MRG-MILK', qty: 2 },
    { sku: 'MRG-TEA', qty: 2 },
  ])
    await send(our.shop, '/api/cart/update', { cartItem }, await cartHeaders(page));
  await openPage(page, '/cart');
  await counts(page, 9);
  await page.getByRole('textbox', { name: 'Coupon or voucher' }).fill('LARDER10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await isCouponThere(page);
}

const merged = { 'Merge Oats': 9, 'Merge Milk': 3, 'Merge Tea': 2 };

test.describe('a guest with a filled cart logs in (CART-2, spec D21)', () => {
  test('both carts are merged once, up to the stock and with the coupon, and stay unchanged afterwards', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await fillElsewhere(headers);
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

    await expectCart(page, headers, merged);
    await leave(page);
    await logIn(page, email);
    await expectCart(page, headers, merged);
    await isCouponThere(page);
  });

  test('logout empties the cart in every tab, and the next login restores it', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    await openPage(page, '/');
    await put(page, 'merge-tea', 2);
    await logIn(page, email);
    await expectCart(page, headers, { 'Merge Tea': 2 });
    const otherTab = await page.context().newPage();
    await openPage(otherTab, '/merge');
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
    await expect.poll(() => storedCartOf(headers)).toEqual({ 'Merge Tea': 2 });
    await logIn(page, email);
    await expectCart(page, headers, { 'Merge Tea': 2 });
    await otherTab.close();
  });
});
