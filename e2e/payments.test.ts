import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, openBrowser, phone, type Visit, visit } from './browser.ts';
import { main, orderOf, products, stockOf } from './checkout-pages.ts';
import { kept, press, providersOf, told, toPay, toProvider, type Way } from './payment-pages.ts';
import { type RunningShop, startShop } from './shop.ts';
import { load } from './shop-files.ts';

let shop: RunningShop;
let browser: Browser;
let shopper: Visit;
const email = 'thandi@example.co.za';

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ TRUSTED_PROXIES: '127.0.0.1,::1' }), openBrowser()]);
  await load(shop, { 'products.csv': products });
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});
beforeEach(async () => {
  shopper = await visit(browser, shop.origin);
});
afterEach(() => shopper.close());

describe('a guest pays online', () => {
  test.each(['card', 'instalments', 'local-a', 'local-b', 'wallet'] as Way[])('with %s', async (way) => {
    const { page } = shopper;
    await toPay(page, way, email);
    await page.screenshot({ path: `/tmp/sf/${way}-review.png`, fullPage: true });
    await toProvider(page, way);
    await page.screenshot({ path: `/tmp/sf/${way}-provider.png`, fullPage: true });
    await press(page, 'Pay');
    await page.waitForURL(/\/order\/status/);
    await told(page, 'Thank you, your order is paid!');
    await page.screenshot({ path: `/tmp/sf/${way}-paid.png`, fullPage: true });
    console.log(page.url());
  });
});
