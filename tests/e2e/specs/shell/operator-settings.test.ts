import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, hydrated, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartLink, countAt, openPage } from '../../pages/cart.ts';
import { register, startSession } from '../../pages/customers.ts';

/** A shop whose operator turned off default features and uses an external checkout. */

const settings = {
  STOCK_SYNC: 'off',
  LIST_OUT_OF_STOCK: 'off',
  EXTERNAL_CHECKOUT_URL: 'https://pay.example/cart',
  OUT_OF_STOCK_IN_CART: 'off',
  ASK_BEFORE_REMOVING: 'off',
  CART_COUNT_UNITS: 'off',
  PRICE_TIERS: 'on',
  TOKEN_REFRESH: 'off',
};
const our = openShop(
  settings,
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,qty,categories',
        'HERE,Quillfern here,here,10,4,Ferns',
        'SOLD,Quillfern sold,sold,10,0,Ferns',
        'LAST,Quillfern last,last,10,1,Last ferns',
      ),
    }),
  { pictures: false },
);

test.describe('STOCK_SYNC=off (STOCK-1)', () => {
  test('requests no stock and shows it as uncertain', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    const stockRequests: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/stock/') && stockRequests.push(request.url()),
    );
    await page.goto('/here');
    await hydrated(page);
    await page.getByText('The system is not sure about the stock quantity.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(stockRequests).toEqual([]);
  });
});

test.describe('LIST_OUT_OF_STOCK=off (CAT-6)', () => {
  test('hides sold-out products from lists, searches and suggestions but not their own pages', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    for (const place of ['/ferns', '/search?q=quillfern']) {
      await page.goto(place);
      await page.getByRole('heading', { name: 'Quillfern here' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Quillfern sold' }).count(), place).toBe(0);
    }
    const response = await page.request.get('/api/search/suggest?text=quillfern');
    expect(await response.text()).not.toContain('Quillfern sold');
    const filter = encodeURIComponent(JSON.stringify({ filters: { url_path: 'ferns' } }));
    const ferns = await page.request.get(`/api/catalog/fynbos/category/_search?request=${filter}`);
    expect((await ferns.json()).items[0].product_count).toBe(1);
    expect((await page.goto('/sold'))?.status()).toBe(200);
  });
});

test.describe('EXTERNAL_CHECKOUT_URL (SHELL-3)', () => {
  test('hides «Proceed to checkout» and links to the operator’s checkout', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/ferns');
    await hydrated(page);
    const add = page.getByRole('button', { name: 'Add to cart: Quillfern here' });
    await alive(add);
    await add.click();
    await expect.poll(() => countAt(page)).toBe(1);
    await alive(cartLink(page));
    await cartLink(page).click();
    const checkoutLink = page.getByRole('dialog', { name: 'Cart' }).getByRole('link', {
      name: 'Continue to our payment page',
    });
    expect(await checkoutLink.getAttribute('href')).toBe('https://pay.example/cart');
    expect(await page.getByText('Proceed to checkout').count()).toBe(0);
    await expectAccessible(page);
  });
});

test.describe('OUT_OF_STOCK_IN_CART=off (CART-4, spec D23)', () => {
  const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
  const addTo = async (page: Page) => {
    await openPage(page, '/ferns');
    const add = page.getByRole('button', { name: 'Add to cart: Quillfern here' });
    await alive(add);
    await add.click();
  };

  test('warns that a product of uncertain stock is reserved only', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await addTo(page);
    const warning =
      'The system is not sure about the stock quantity; Product has been added to the cart for pre-reservation.';
    await notices(page).getByText(warning).last().waitFor();
    await expect.poll(() => countAt(page)).toBe(1);
  });

  test('does not add a product that sold out meanwhile, and says so', async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
    expectConsoleError(/409/);
    await openPage(page, '/last');
    await load(our.shop, { 'products.csv': table('sku,qty', 'LAST,0') });
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).click();
    const refusal = 'The product is out of stock and cannot be added to the cart!';
    await notices(page).getByText(refusal).last().waitFor();
    await expect.poll(() => countAt(page)).toBe(0);
  });
});

test('CART_COUNT_UNITS=off counts lines, and ASK_BEFORE_REMOVING=off removes one at once (CART-5)', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  await openPage(page, '/here');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Quantity', exact: true }).fill('3');
  await main.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main.getByText('It is in your cart.').waitFor();
  await expect.poll(() => countAt(page)).toBe(1);
  await openPage(page, '/cart');
  const line = page.getByRole('article', { name: 'Quillfern here' });
  await line.getByRole('button', { name: /^Remove/ }).click();
  await line.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => countAt(page)).toBe(0);
});

test('PRICE_TIERS=on sends the group token of a customer with prices and searches (ACC-7)', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  await startSession(page, await register(our.shop));
  const tokens = new Map<string, string | undefined>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    tokens.set(pathname, request.headers()['x-group-token']);
  });
  await openPage(page, '/ferns');
  await expect.poll(() => tokens.get('/api/product/render-list')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('quillfern');
  await expect.poll(() => tokens.get('/api/search/suggest')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('TOKEN_REFRESH=off logs out at the first refused token, and opens the login (ACC-3)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(/401/);
  await startSession(page, await register(our.shop));
  await openPage(page, '/ferns');
  await page.waitForLoadState('networkidle');
  let renewals = 0;
  const refusal = { code: 401, result: 'Expired.', meta: { problem: 'token_refused' } };
  await page.route('**/api/**', (route) => {
    const request = route.request();
    if (request.method() === 'POST' && request.url().includes('/api/user/refresh')) renewals += 1;
    const isCart = request.url().includes('/api/cart/') && request.headers().authorization;
    return isCart ? route.fulfill({ status: 401, json: refusal }) : route.continue();
  });
  await page.getByRole('button', { name: 'Add to cart: Quillfern here' }).click();
  await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  expect(renewals).toBe(0);
});
