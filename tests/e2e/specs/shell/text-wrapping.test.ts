import type { Page } from '@playwright/test';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { brokenTokens, unfitTexts } from '../../fixtures/text-fit.ts';
import { cartLink, countAt, openPage } from '../../pages/cart.ts';
import { acceptTerms, field, main, payment } from '../../pages/checkout.ts';
import { headersOf, register, send, startSession } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

/** Names of an import that have no place to break, on the narrowest phone. */
const compound = 'Haferflockenvollkornfrühstücksgetränkepulvermischung';
const digits = '600100'.repeat(10);
const address = `https://example.co.za/${'very-long-path/'.repeat(6)}`;
const longName = 'Wolkekrabberfensterskoonmaker'.repeat(3).slice(0, 60);
const chinese = '有机燕麦片早餐谷物即食麦片'.repeat(4);

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
/** A choice whose title and value have no place to break. */
const choice = (option_id: number, type: string, [title, value]: [string, string]) => ({
  ...{ option_id, title, type, is_require: true },
  values: [{ option_type_id: option_id, title: value, price: 5, price_type: 'fixed' }],
});
const choices = cell([
  choice(1, 'radio', [digits, compound]),
  choice(2, 'drop_down', [compound, digits]),
  choice(3, 'checkbox', [address, chinese]),
]);
const part = (sku: string) => ({ sku, qty: 1 });
const bundle = cell([
  { title: compound, required: true, type: 'radio', product_links: [part('L-DIGITS'), part('L-CHINESE')] },
]);

const our = openShop(
  {},
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,tax_class,qty,categories,product_brand,description',
        `${'LONG'.repeat(15)},${compound},long-compound,1043.50,zero,90,${compound},${compound},${address}`,
        `L-DIGITS,${digits},long-digits,43.50,zero,90,${compound},${compound},${digits}`,
        `L-ADDRESS,${address},long-address,43.50,zero,90,${compound},${compound},${address}`,
        `L-CHINESE,${chinese},long-chinese,43.50,zero,90,${compound},${compound},${chinese}`,
      ),
      'products-choices.csv': table(
        'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,tax_class,qty,colour,custom_options,bundle_options',
        `L-CHOICES,simple,,,${compound},long-choices,43.50,zero,90,,${choices},`,
        `L-FAMILY,configurable,,colour,${compound},long-family,,zero,,,,`,
        `L-FAMILY-A,simple,L-FAMILY,,${compound},,43.50,zero,90,${compound},,`,
        `L-FAMILY-B,simple,L-FAMILY,,${compound},,43.50,zero,90,${digits},,`,
        `L-FAMILY-C,simple,L-FAMILY,,${compound},,43.50,zero,0,${chinese},,`,
        `L-BUNDLE,bundle,,,${compound},long-bundle,,zero,,,,${bundle}`,
      ),
      'products-many.csv': table(
        'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,max_sale_qty,categories,associated',
        `L-DEAR,simple,${longName},long-dear,999999.99,zero,9999999,999999,${compound},`,
        `L-CHEAP,simple,${longName},long-cheap,0.50,zero,9999999,999999,${compound},`,
        `L-GROUP,grouped,${compound},long-group,,zero,,,,L-DIGITS|L-CHINESE|L-DEAR`,
      ),
    }),
  { pictures: false },
);
const products = ['long-compound', 'long-digits', 'long-address', 'long-chinese'];

let shopper: Visit;
let page: Page;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: { width: 320, height: 640 } });
  ({ page } = shopper);
});

/** @param place of the page, where the address does not name it */
async function expectFit(place = page.url()): Promise<void> {
  await hydrated(page);
  expect.soft([place, await unfitTexts(page)]).toEqual([place, []]);
}

test('long words and numbers wrap at 320 px on lists, products, cart and checkout', async () => {
  await page.goto('/');
  await expectFit();
  for (const path of [
    `/search?q=${compound}`,
    '/long-compound',
    '/long-digits',
    '/long-address',
    '/long-chinese',
  ]) {
    await page.goto(path);
    await expectFit();
  }
  await main(page).getByRole('navigation').first().getByRole('link').last().click();
  await page.waitForURL((url) => url.pathname !== '/long-chinese');
  await expectFit();
  for (const path of products) {
    await page.goto(`/${path}`);
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
    await main(page).getByText('It is in your cart.').waitFor();
    await expectFit();
  }
  await page.goto('/cart');
  await main(page).getByText(compound).first().waitFor();
  await expectFit();
  await page.goto('/checkout');
  await field(page, 'First name').waitFor();
  await main(page).locator('summary').filter({ hasText: 'Your order' }).click();
  await main(page).getByText(compound).first().waitFor();
  await expectFit();
});

test('long words and numbers wrap at 320 px in custom options, variants and bundles', async () => {
  for (const path of ['/long-choices', '/long-family', '/long-bundle']) {
    await page.goto(path);
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).waitFor();
    await expectFit();
  }
});

/** Opens the page, and looks at it at both widths. */
async function expectUnbroken(path?: string): Promise<void> {
  if (path !== undefined) {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  }
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect.soft([width, page.url(), await brokenTokens(page)]).toEqual([width, page.url(), []]);
  }
}

const buttons = (name: RegExp) => main(page).getByRole('button', { name });

test('long words wrap at 320 px in brands, groups, suggestions, notices, wishlist and comparison', async () => {
  await page.goto('/long-compound');
  await main(page).locator('a[href*="/brand/"]').first().click();
  await page.waitForURL(/[/]brand[/]/);
  await expectFit();
  await openPage(page, '/long-group');
  await expectFit();

  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: compound }).first().waitFor();
  await expectFit('menu');
  await page.keyboard.press('Escape');

  await openPage(page, `/search?q=${longName}`);
  for (const list of [/^Add to wishlist/, /^Add to comparison/])
    for (let count = 0; count < 2; count++) await buttons(list).first().dispatchEvent('click');
  await page.getByRole('region', { name: 'Notifications' }).getByText(longName).first().waitFor();
  await expectFit('notices');
  await openPage(page, '/');
  await page.getByRole('banner').getByPlaceholder('What are you looking for?').click();
  await page.getByRole('combobox', { name: /^search/i }).fill(compound.slice(0, 20));
  await page.getByRole('grid').getByRole('row').filter({ hasText: compound }).first().waitFor();
  await expectFit('suggestions');
  for (const path of ['/wishlist', '/compare']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectFit();
  }
});

test('long words wrap at 320 px in reviews', async () => {
  const search = { filters: { sku: { eq: 'L-DEAR' } }, includeFields: ['id'] };
  const response = await fetch(`${our.shop.origin}/api/catalog/fynbos/product/_search`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(search),
  });
  const { items } = (await response.json()) as { items: { id: number }[] };
  const review = {
    title: longName,
    nickname: longName,
    detail: address,
    rating: 4,
    product_id: items[0]!.id,
  };
  await send(our.shop, '/api/review/create', { review });
  const [id] = /^\d+/m.exec(await our.shop.admin('reviews', 'list'))!;
  await our.shop.admin('reviews', 'approve', id);
  await page.goto('/long-dear');
  await main(page).getByText(address).first().waitFor();
  await expectFit();
  await page.goto('/review/L-DEAR');
  await expectFit();
});

test('long words and numbers wrap at 320 px in the mini cart, the delivery estimate and the review step', async () => {
  for (const path of ['/long-dear', '/long-cheap']) {
    await openPage(page, path);
    await field(page, 'Quantity').fill('999999');
    await buttons(/^Add to cart$/).click();
    await main(page).getByText('It is in your cart.').waitFor();
    await expectFit();
  }
  await cartLink(page).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByText(longName).first().waitFor();
  await expectFit('mini cart');

  await openPage(page, '/cart');
  await main(page).getByText(longName).first().waitFor();
  await main(page).locator('summary').filter({ hasText: 'delivery' }).click();
  await field(page, 'Province').selectOption('Western Cape');
  await field(page, 'Postal code').fill('8001');
  await buttons(/^Show/).click();
  // The summary may name it too.
  await main(page).getByText('Door courier').last().waitFor();
  await expectFit('delivery estimate');

  await page.goto('/checkout');
  await hydrated(page);
  for (const [name, value] of [
    ['First name', longName],
    ['Last name', longName],
    ['E-mail address', `${longName}@example.co.za`],
  ] as const)
    await field(page, name).fill(value);
  await buttons(/^Continue$/).click();
  await field(page, 'Street and number').fill(longName);
  await field(page, 'Postal code').fill('8001');
  await field(page, 'Telephone').fill('082 123 4567');
  await expect.poll(() => field(page, 'City or town').inputValue()).toBe('Cape Town');
  await expectFit('delivery');
  await buttons(/^Continue$/).click();
  await page.waitForURL('**#payment');
  await payment(page);
  await acceptTerms(page);
  await main(page).getByText(longName).first().waitFor();
  await expectFit('payment');
});

test('long words and numbers wrap at 320 px in the account and its orders', async () => {
  const name = { firstname: 'Thandi', lastname: longName };
  const email = await register(our.shop, name);
  const headers = await headersOf(our.shop, email);
  const shipping = { ...name, street: [longName, longName], suburb: longName, city: longName };
  const quantities = { 'L-CHEAP': 99_999, 'L-DIGITS': 1, 'L-CHINESE': 1, 'L-ADDRESS': 1 };
  const number = await placeOrder(our.shop, quantities, {
    email,
    headers,
    shipping,
    billing: { company: longName },
  });
  await startSession(page, email);
  for (const path of [
    '',
    '/profile',
    '/shipping-details',
    '/orders',
    `/orders/${number}`,
    `/orders/${number}/invoice`,
  ]) {
    await page.goto(`/my-account${path}`);
    await main(page).getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectFit();
  }
});

test('ordinary words stay whole at 320 and 360 px in forms, filters, account and checkout', async () => {
  const email = await register(our.shop);
  await startSession(page, email);
  await openPage(page, '/pantry');
  await buttons(/^Add to cart/)
    .first()
    .dispatchEvent('click');
  await expect.poll(() => countAt(page)).toBe(1);
  const forms = ['/contact', '/order-tracking', '/review/L-DIGITS', '/privacy-choices', '/cart', '/checkout'];
  const account = [
    '',
    '/profile',
    '/shipping-details',
    '/orders',
    '/loyalty-card',
    '/my-store',
    '/newsletter',
  ];
  for (const path of [...account.map((part) => `/my-account${part}`), ...forms]) await expectUnbroken(path);
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await openPage(page, '/pantry');
  await buttons(/^Filter/)
    .first()
    .click();
  await filters.waitFor();
  await expectUnbroken();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  for (const path of ['/login', '/register', '/reset-password']) await expectUnbroken(path);
});

test('text twice as large needs no scrolling sideways at 360 px (WCAG 1.4.4)', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/long-cheap');
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main(page).getByText('It is in your cart.').waitFor();
  const lists = ['/', `/search?q=${compound}`, '/search?q=xyz', '/compare', '/storelocator'];
  for (const path of [
    ...lists,
    '/long-dear',
    '/long-family',
    '/cart',
    '/checkout',
    '/login',
    '/order-tracking',
  ]) {
    await page.goto(path);
    await hydrated(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, { message: path }).toBe(360);
  }
});
