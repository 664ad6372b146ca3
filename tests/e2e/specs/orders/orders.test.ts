import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadableColours } from '../../fixtures/axe.ts';
import { desktop, focused, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { waitForMail } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartLink, countAt } from '../../pages/cart.ts';
import { headersOf, newEmail, nextClientIp, register, startSession } from '../../pages/customers.ts';
import { type Orderer, placeOrder } from '../../pages/placed-orders.ts';

/** Order pages: list, details, tracking, reorder and invoice (ORD-1, ORD-2). */

let shopper: Visit;

const pictures = path.join(import.meta.dirname, '../../../..', 'test-results', 'pictures');
const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const name = [{ option_id: 1, title: 'Name on it', type: 'field', is_require: true, max_characters: 30 }];
const products = table(
  'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories,custom_options',
  `ORD-CAKE,simple,Larder Cake,order-cake,90.00,standard,900,Larder,${cell(name)}`,
);

const our = openSharedShop(
  async (shop) => {
    await load(shop, { 'products.csv': products });
    await mkdir(pictures, { recursive: true });
  },
  { pictures: false },
);
test.beforeEach(async () => {
  // A client IP for each test: order lookups are limited per client IP.
  shopper = await visit(our.browser, our.shop.origin, {
    extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
  });
});
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, label: string) => main(page).getByRole('button', { name: label });

/** Places an order through the API, with a text on each cake. */
const order = (quantities: Record<string, number>, orderer: Orderer) =>
  placeOrder(our.shop, quantities, {
    ...orderer,
    options: { 'ORD-CAKE': [{ option_id: '1', option_value: 'Win at evil.example' }] },
  });

async function track(page: Page, number: string, email: string): Promise<void> {
  await main(page).getByLabel('Order number').fill(number);
  await main(page).getByLabel('E-mail address of the order').fill(email);
  await button(page, 'Show my order').click();
}

/**
 * Checks accessibility in light and dark, and expects no horizontal scroll at 320 pixels. The long run also
 * takes screenshots for review.
 */
async function checkAppearance(page: Page, picture: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectReadableColours(page);
  for (const [size, viewport] of Object.entries(isLong ? { desktop, phone } : {})) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: path.join(pictures, `${picture}-${size}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(phone);
}

/** The texts of an invoice table, row by row. */
const rowsOf = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
      ),
    );
/** The mailed link of a guest's order. */
const linkIn = (text: string) => /https?:\/\/\S+order-tracking\S+/.exec(text)![0];
const amounts = (cells: string[]) => cells.slice(-3).map((text) => Number(text.replace(/[R,]/g, '')));

test.describe('a guest', () => {
  test('follows the mailed link and sees the order; number and e-mail address show its state, and mail the link', {
    tag: '@journey',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    const email = newEmail();
    const number = await order({ 'L-OATS': 2, 'L-TEA': 1, 'ORD-CAKE': 1 }, { email });
    const mailed = await waitForMail(our.shop, email);
    expect(mailed.text).toContain('2 × Larder Oats: R87.00');
    expect(mailed.text + mailed.html).not.toMatch(/evil\.example/);
    const link = linkIn(mailed.text);

    const response = await page.goto(link);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin',
    });
    expect(await page.locator('meta[name=robots]').first().getAttribute('content')).toBe('noindex');
    // The page removes the secret from the address bar once it has read it (T4).
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('heading', { level: 1, name: `Order ${number}`, exact: true }).waitFor();
    await main(page).getByRole('article', { name: 'Larder Oats' }).getByText('R87.00').waitFor();
    expect(await main(page).getByText('Win at evil.example').count()).toBe(1);
    expect(await page.locator('[aria-current=step]').innerText()).toContain('Placed');
    await checkAppearance(page, 'order-guest');

    // A guest without a cart reorders.
    await button(page, 'Order again').click();
    await main(page).getByText('4 items were added to your cart:').waitFor();
    await expect.poll(() => countAt(page)).toBe(4);
    // The message goes once it is no longer true.
    await cartLink(page).click();
    const cart = page.getByRole('dialog', { name: 'Cart' });
    await cart.getByRole('button', { name: 'Remove: Larder Oats' }).click();
    await cart.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(main(page).getByText('4 items were added to your cart:')).toHaveCount(0);
    await cart.getByRole('button', { name: 'Close' }).click();

    await button(page, 'Invoice').click();
    await page.getByRole('heading', { level: 1, name: 'Tax invoice' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Track my order' }).click();
    await button(page, 'Show my order').waitFor();
    await checkAppearance(page, 'order-tracking');

    expectConsoleError(/404/);
    for (const [wrong, address] of [
      [number, 'somebody.else@example.co.za'],
      ['000999999', email],
    ] as const) {
      await track(page, wrong, address);
      const alert = main(page).getByRole('alert');
      await alert.getByText('We found no order with this number and e-mail address.').waitFor();
    }
    await expectAccessible(page);

    await track(page, number, ` ${email} `);
    await focused(page.getByRole('heading', { level: 1, name: `Order ${number}`, exact: true }));
    expect(await page.locator('[aria-current=step]').innerText()).toContain('Placed');
    expect(await main(page).innerText()).not.toMatch(/Larder|Nkosi|Long Street|example\.co\.za/);
    await checkAppearance(page, 'order-state');
    await button(page, 'Mail me the link').click();
    await main(page).getByText('We have sent the link to the e-mail address of the order.').waitFor();
    const again = await waitForMail(our.shop, email, ({ text }) => /Use this link to see/.test(text));
    expect(linkIn(again.text)).toBe(link);
  });

  test('can track an order without JavaScript', async () => {
    const email = newEmail();
    const number = await order({ 'L-OATS': 1 }, { email });
    const link = linkIn((await waitForMail(our.shop, email)).text);
    const plain = await visit(our.browser, our.shop.origin, {
      javaScriptEnabled: false,
      extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
    });
    const { page } = plain;
    plain.expectConsoleError(/404/);
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Track my order' }).click();
    await track(page, number, 'somebody.else@example.co.za');
    await main(page).getByText('We found no order with this number and e-mail address.').waitFor();
    expect(await main(page).getByLabel('Order number').inputValue()).toBe(number);
    await track(page, number, email);
    expect(await page.locator('[aria-current=step]').innerText()).toContain('Placed');
    expect(await main(page).getByText('Larder Oats').count()).toBe(0);
    await button(page, 'Mail me the link').click();
    await main(page).getByText('We have sent the link to the e-mail address of the order.').waitFor();
    await page.goto(`${link}A`);
    await main(page).getByText('This link does not lead to an order.').waitFor();
    await page.goto(link);
    await main(page).getByText('Larder Oats').waitFor();
    expect(await button(page, 'Order again').isVisible()).toBe(false);
    await button(page, 'Invoice').click();
    await main(page).getByText('VAT number: 4123456789').waitFor();
    await button(page, 'Back to the order').click();
    await main(page).getByText('Delivery address').waitFor();
  });

  test('is rate limited after too many order lookups', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/404|429/);
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' };
    const body = JSON.stringify({ orderNumber: '1', email: 'a@example.co.za' });
    const guess = () => fetch(`${our.shop.origin}/api/order/find`, { method: 'POST', headers, body });
    while ((await guess()).status !== 429);
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
    await page.goto('/order-tracking?number=1');
    await hydrated(page);
    await track(page, '1', 'a@example.co.za');
    await main(page).getByRole('alert').getByText('Too many attempts.').waitFor();
  });
});

test.describe('a customer (ORD-1)', () => {
  test('sees 20 orders a page, and the first page of the last visit while the shop is unreachable', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/order-history|ERR_FAILED/);
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    for (let count = 0; count < 21; count++) await order({ 'L-OATS': 1 }, { email, headers });
    await startSession(page, email);
    await page.goto('/my-account/orders');
    const cards = main(page).getByRole('link', { name: /^Order / });
    await expect(cards).toHaveCount(20);
    await main(page).getByRole('link', { name: 'Older' }).click();
    await expect(cards).toHaveCount(1);
    await page.route('**/api/user/order-history*', (route) => route.abort());
    await page.goto('/my-account/orders');
    await main(page).getByText('These are your orders as last known to this browser.').waitFor();
    await expect(cards).toHaveCount(20);
  });

  test('sees their orders, newest first, and one in full, but not orders of others', {
    tag: '@journey',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    const foreign = await order({ 'L-OATS': 1 }, { email: 'stranger@example.co.za' });
    const first = await order({ 'L-OATS': 1 }, { email, headers });
    const second = await order({ 'L-TEA': 2, 'L-OATS': 1 }, { email, headers });
    await startSession(page, email);
    await page.goto('/my-account/orders');
    const links = main(page)
      .getByRole('listitem')
      .getByRole('link', { name: /^Order \d/ });
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual([
      expect.stringContaining(`Order ${second}`),
      expect.stringContaining(`Order ${first}`),
    ]);
    expect(await links.first().innerText()).toMatch(/Placed[\s\S]*3 items[\s\S]*R223.50/);
    await checkAppearance(page, 'orders');

    await links.first().click();
    await page.getByRole('heading', { level: 1, name: `Order ${second}` }).waitFor();
    await main(page).getByText('2 × R60.00').waitFor();
    await main(page).getByText('15% VAT included').waitFor();
    await main(page).getByText('Pay on delivery').waitFor();
    await checkAppearance(page, 'order');

    expectConsoleError(/404/);
    for (const nowhere of [foreign, 'no-such']) {
      await page.goto(`/my-account/orders/${nowhere}`);
      await main(page).getByText('We could not find this order.').waitFor();
    }
  });

  test('reorders: available products go into the cart, and each unavailable one is reported', async () => {
    const { page, expectConsoleError } = shopper;
    // Other requests that were pending when the network went away.
    expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    // New products for each run: a retry would find them sold out.
    const [last, few] = [`LAST-${crypto.randomUUID()}`, `FEW-${crypto.randomUUID()}`];
    await load(our.shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,tax_class,qty,categories',
        `${last},Larder Last,${last.toLowerCase()},20.00,standard,2,Larder`,
        `${few},Larder Few,${few.toLowerCase()},30.00,standard,5,Larder`,
      ),
    });
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    const number = await order({ 'L-OATS': 1, [last]: 2, [few]: 3 }, { email, headers });
    await startSession(page, email);
    await page.goto(`/my-account/orders/${number}`);
    await button(page, 'Order again').waitFor();
    await page.waitForLoadState('networkidle');

    await page.context().setOffline(true);
    await button(page, 'Order again').click();
    await main(page).getByText('Ordering again needs a connection.').waitFor();
    await page.context().setOffline(false);

    await button(page, 'Order again').click();
    const status = main(page).getByRole('status').filter({ hasText: 'added to your cart' });
    await status.getByText('3 items were added to your cart:').waitFor();
    expect((await status.innerText()).replace(/\n+/g, ' | ')).toContain(
      '1 × Larder Oats | 2 × Larder Few | Not added: | 2 × Larder Last | Out of stock! | 1 × Larder Few | 1 unit was not available.',
    );
    await expect.poll(() => countAt(page)).toBe(3);
    await checkAppearance(page, 'order-again');
    await status.getByRole('link', { name: 'View cart' }).click();
    await main(page).getByRole('article', { name: 'Larder Few' }).waitFor();
  });

  test('prints an invoice whose 15 % and 0 % VAT amounts add up (spec D41)', async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    const headers = await headersOf(our.shop, email);
    const billing = { company: 'Nkosi Bakers CC', vat_id: '4987654321' };
    const number = await order(
      { 'L-TEA': 3, 'L-OATS': 2, 'ORD-CAKE': 1 },
      { email, headers, billing, coupon: 'LARDER10' },
    );
    await startSession(page, email);
    await page.goto(`/my-account/orders/${number}`);
    await main(page).getByText('-R35.70').waitFor();
    // A printed order has no buttons.
    await page.emulateMedia({ media: 'print' });
    await button(page, 'Order again').waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: null });
    await main(page).getByRole('link', { name: 'Invoice' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tax invoice' }).waitFor();
    for (const text of [
      'Protea Foods (Pty) Ltd',
      'VAT number: 4123456789',
      'Nkosi Bakers CC',
      'VAT number: 4987654321',
      number,
    ])
      await main(page).getByText(text).waitFor();

    const invoiceRows = await rowsOf(page, 'Products by rate of VAT');
    expect(invoiceRows.map(([first]) => first)).toEqual([
      'Product',
      'VAT at 15%',
      expect.stringContaining('3 × Larder Tea'),
      expect.stringContaining('1 × Larder Cake'),
      expect.stringContaining('Door courier'),
      'Zero-rated',
      expect.stringContaining('2 × Larder Oats'),
    ]);
    const itemAmounts = invoiceRows
      .filter((cells) => cells.length === 4)
      .slice(1)
      .map(amounts);
    const rates = (await rowsOf(page, 'VAT by rate')).slice(1, -1).map(amounts);
    const sum = (rows: number[][]) =>
      [0, 1, 2].map((column) => rows.reduce((total, row) => total + Math.round(row[column]! * 100), 0));
    expect(sum(itemAmounts)).toEqual(sum(rates));
    expect(sum(itemAmounts.slice(0, 3))).toEqual(sum(rates.slice(0, 1)));
    expect(sum(rates)[2]).toBe(38130);
    for (const [net, vat, gross] of [...itemAmounts, ...rates]) expect(net! + vat!).toBeCloseTo(gross!, 5);
    await checkAppearance(page, 'invoice');

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      button(page, 'Print or save as PDF'),
    ])
      expect(await hidden.isVisible()).toBe(false);
    const colours = await page.evaluate(() => [
      getComputedStyle(document.body).color,
      getComputedStyle(document.documentElement).colorScheme,
    ]);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'light']);
    await page.setViewportSize({ width: 680, height: 960 });
    if (!isLong) return;
    await page.screenshot({ path: path.join(pictures, 'invoice-print.png'), fullPage: true });
    await page.pdf({ path: path.join(pictures, 'invoice.pdf'), preferCSSPageSize: true });
  });
});
