import type { Page } from '@playwright/test';
import { alive, desktop, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartHeaders, countAt, openPage, shownQuantities, storedQuantities } from '../../pages/cart.ts';
import { field, main, openCheckout, personal, putInCart } from '../../pages/checkout.ts';
import { newEmail, send } from '../../pages/customers.ts';

/** What a browser stores of its cart and its checkout, and how both meet the state of the shop. */

const our = openSharedShop(undefined, { pictures: false });
let shopper: Visit;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});

const oats = 'Larder Oats';
const tea = 'Larder Tea';
const rusks = 'Larder Rusks';

const addFromList = async (page: Page, name: string) => {
  const add = main(page).getByRole('button', { name: `Add to cart: ${name}` });
  await alive(add);
  await add.click();
};

async function atTheShop(page: Page): Promise<Record<string, number>> {
  const headers = await cartHeaders(page);
  return headers ? storedQuantities(our.shop.origin, headers) : {};
}

interface StoredCart {
  kept: { items: { sku: string; qty: number }[] };
  entries: { kind: string }[];
}

/** The cart in this browser's database: confirmed quantities by sku, and the kinds of waiting changes. */
const storedCart = (page: Page): Promise<[Record<string, number>, string[]]> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<StoredCart>();
    const opening = indexedDB.open('fynbos');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('boxes').objectStore('boxes').get('cart');
      reading.onsuccess = () => resolve(reading.result);
    };
    const { kept, entries } = await promise;
    opening.result.close();
    const confirmed = Object.fromEntries(kept.items.map(({ sku, qty }) => [sku, qty]));
    return [confirmed, entries.map(({ kind }) => kind)];
  });

test('of a cart changed offline and on another device, waiting lines and quantities win, all others are the shop’s (CART-2)', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  await openPage(page, '/larder');
  for (const name of [oats, tea]) await addFromList(page, name);
  await expect.poll(() => atTheShop(page)).toEqual({ [oats]: 1, [tea]: 1 });
  await expect.poll(() => storedCart(page)).toEqual([{ 'L-OATS': 1, 'L-TEA': 1 }, []]);
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await addFromList(page, rusks);
  await main(page)
    .getByRole('button', { name: `One more: ${oats}` })
    .click();
  await expect.poll(() => countAt(page)).toBe(4);
  await expect.poll(() => storedCart(page)).toEqual([{ 'L-OATS': 1, 'L-TEA': 1 }, ['add', 'set']]);

  const headers = (await cartHeaders(page)) ?? {};
  // Without the id of its line, the quantity is added to the line.
  for (const [sku, qty] of [
    ['L-OATS', 6],
    ['L-TEA', 4],
  ])
    await send(our.shop, '/api/cart/update', { cartItem: { sku, qty } }, headers);
  await page.context().setOffline(false);
  await expect.poll(() => atTheShop(page)).toEqual({ [oats]: 2, [tea]: 5, [rusks]: 1 });
  const confirmed = { 'L-OATS': 2, 'L-TEA': 5, 'L-RUSKS': 1 };
  await expect.poll(() => storedCart(page)).toEqual([confirmed, []]);

  // Removed on another device: no change waits, so the line is not added again.
  const lines = await fetch(`${our.shop.origin}/api/cart/pull`, { headers });
  const { result } = (await lines.json()) as { result: { sku: string; item_id: number }[] };
  const { item_id } = result.find(({ sku }) => sku === 'L-TEA') ?? {};
  await send(our.shop, '/api/cart/delete', { cartItem: { sku: 'L-TEA', item_id } }, headers);
  await openPage(page, '/cart');
  await expect.poll(() => shownQuantities(page)).toEqual({ [oats]: 2, [rusks]: 1 });
  expect(await atTheShop(page)).toEqual({ [oats]: 2, [rusks]: 1 });
});

test('the cart is read once on each page load, and not again by navigation or a change (CART-8)', async () => {
  const { page } = shopper;
  await openPage(page, '/larder');
  await addFromList(page, oats);
  await expect.poll(() => atTheShop(page)).toEqual({ [oats]: 1 });
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/cart\/(create|pull|update)$/.test(pathname)) calls.push(pathname);
  });
  const reads = () => calls.filter((path) => path === '/api/cart/pull').length;
  await openPage(page, '/larder');
  await expect.poll(reads).toBe(1);
  await main(page).getByRole('link', { name: tea, exact: true }).first().click();
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect.poll(() => atTheShop(page)).toEqual({ [oats]: 1, [tea]: 1 });
  await expect.poll(async () => (await storedCart(page))[1]).toEqual([]);
  await page.goBack();
  await main(page).getByRole('link', { name: rusks, exact: true }).first().waitFor();
  expect(calls).toEqual(['/api/cart/pull', '/api/cart/update']);
});

test('a checkout continues at its step for 30 minutes after the last change, and then at the first step (CHK-6)', async () => {
  const { page } = shopper;
  await putInCart(page, 'larder-oats');
  await openCheckout(page);
  const email = newEmail();
  await personal(page, email);
  await field(page, 'Street and number').waitFor();
  const reopenAfter = async (minutes: number) => {
    await page.evaluate((passed) => {
      const draft = JSON.parse(localStorage.getItem('current-checkout') ?? '');
      const modifiedAt = Date.now() - passed * 60_000;
      localStorage.setItem('current-checkout', JSON.stringify({ ...draft, modifiedAt }));
    }, minutes);
    await page.reload();
    await hydrated(page);
  };
  await reopenAfter(29);
  await field(page, 'Street and number').waitFor();
  await expect(field(page, 'E-mail address')).toBeHidden();
  await reopenAfter(30);
  await field(page, 'E-mail address').waitFor();
  await expect(field(page, 'E-mail address')).toHaveValue(email);
  await expect(field(page, 'Street and number')).toBeHidden();
});
