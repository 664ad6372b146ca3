import type { Page } from '@playwright/test';
import { alive, desktop, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartHeaders, countAt, openPage, shownQuantities, storedQuantities } from '../../pages/cart.ts';
import { main } from '../../pages/checkout.ts';
import { send } from '../../pages/customers.ts';

/** What happens to a cart that the shop rejects, refuses to change, or moves to another store. */

const products = table(
  'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,tax_class,qty,categories,colour',
  'HAM-RICE,simple,,,Hamper Rice,hamper-rice,20.00,zero,5,Hamper,',
  'HAM-TEE,configurable,,colour,Hamper Tee,hamper-tee,,standard,,Hamper,',
  'HAM-TEE-RED,simple,HAM-TEE,,Hamper Tee red,hamper-tee-red,199.00,standard,9,,Red',
  'HAM-TEE-BLUE,simple,HAM-TEE,,Hamper Tee blue,hamper-tee-blue,209.00,standard,9,,Blue',
);
const our = openSharedShop((shop) => load(shop, { 'products.csv': products }), { pictures: false });
let shopper: Visit;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** Quantities by product name in the shop's stored cart of this browser. */
async function atTheShop(page: Page): Promise<Record<string, number>> {
  const headers = await cartHeaders(page);
  return headers ? storedQuantities(our.shop.origin, headers) : {};
}

async function addRice(page: Page): Promise<void> {
  await openPage(page, '/hamper');
  const add = main(page).getByRole('button', { name: 'Add to cart: Hamper Rice' });
  await alive(add);
  await add.click();
  await expect.poll(() => countAt(page)).toBe(1);
}

test('the notice of an added product offers the checkout and closes after 700 ms (CART-4, spec D27)', async () => {
  const { page } = shopper;
  await page.clock.install();
  await openPage(page, '/hamper');
  const add = main(page).getByRole('button', { name: 'Add to cart: Hamper Rice' });
  await alive(add);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await add.click();
  const toCheckout = notices(page).getByRole('button', { name: 'Proceed to checkout' });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return toCheckout.count();
      },
      { intervals: [10] },
    )
    .toBe(1);
  expect(await notices(page).getByRole('button', { name: 'OK' }).count()).toBe(1);
  await page.clock.runFor(500);
  expect(await toCheckout.count()).toBe(1);
  await page.clock.runFor(250);
  await expect(toCheckout).toHaveCount(0);
});

test('the notice of an added product leads to the checkout (CART-4)', async () => {
  const { page } = shopper;
  await addRice(page);
  await notices(page).getByRole('button', { name: 'Proceed to checkout' }).click();
  await page.waitForURL('**/checkout*');
});

test('a cart that the shop does not know is created again with its lines (CART-2)', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/404|401/);
  await addRice(page);
  await expect.poll(() => atTheShop(page)).toEqual({ 'Hamper Rice': 1 });
  const before = await cartHeaders(page);
  await page.route('**/api/cart/**', (route) => {
    const headers = route.request().headers();
    const isLost = headers['x-cart-token'] === before?.['x-cart-token'];
    return route.continue({ headers: { ...headers, ...(isLost && { 'x-cart-token': 'unknown' }) } });
  });
  await openPage(page, '/cart');
  await expect
    .poll(async () => (await cartHeaders(page))?.['x-cart-token'])
    .not.toBe(before?.['x-cart-token']);
  await expect.poll(() => atTheShop(page)).toEqual({ 'Hamper Rice': 1 });
  await expect.poll(() => shownQuantities(page)).toEqual({ 'Hamper Rice': 1 });
});

test('a refused change restores the quantity and says how many there are (CART-2)', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/409/);
  await addRice(page);
  await openPage(page, '/cart');
  // The page has read the stock; otherwise it could already know the lower one.
  await main(page).getByText('In stock!').first().waitFor();
  await load(our.shop, { 'products.csv': table('sku,qty', 'HAM-RICE,1') });
  await main(page).getByRole('button', { name: 'One more: Hamper Rice' }).click();
  await notices(page).getByText('Only 1 products of this type are available.').last().waitFor();
  await expect.poll(() => shownQuantities(page)).toEqual({ 'Hamper Rice': 1 });
  await expect.poll(() => atTheShop(page)).toEqual({ 'Hamper Rice': 1 });
  await load(our.shop, { 'products.csv': table('sku,qty', 'HAM-RICE,5') });
});

test('a line of a child alone is configured with its parent (CART-6)', async () => {
  const { page } = shopper;
  await addRice(page);
  await expect.poll(() => atTheShop(page)).toEqual({ 'Hamper Rice': 1 });
  const headers = (await cartHeaders(page)) ?? {};
  await send(our.shop, '/api/cart/update', { cartItem: { sku: 'HAM-TEE-BLUE', qty: 1 } }, headers);
  await openPage(page, '/cart');
  const line = main(page).getByRole('article', { name: /Hamper Tee/ });
  await line.getByRole('button', { name: /^Change options/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Change options/ });
  await dialog.getByRole('radio', { name: /Red/ }).check();
  await dialog.getByRole('button', { name: 'Update the cart' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await line.getByText('Red').waitFor();
  await line.getByText('R199.00').first().waitFor();
});

test('choosing a store synchronises the cart with that store (STORE-1, spec accounts 4.7)', async () => {
  const { page } = shopper;
  await addRice(page);
  await openPage(page, '/storelocator');
  const synchronised = page.waitForRequest(
    (request) => /\/api\/cart\//.test(request.url()) && request.url().includes('storePartitionKey=STB'),
  );
  await main(page).getByRole('button', { name: 'Choose this store Fynbos Stellenbosch' }).click();
  await synchronised;
  await expect.poll(() => atTheShop(page)).toEqual({ 'Hamper Rice': 1 });
});
