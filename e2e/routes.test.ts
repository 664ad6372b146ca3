import { locales } from '@fynbos/core/shop.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, hydrated, openBrowser, visit } from './browser.ts';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;
let browser: Browser;

beforeAll(async () => {
  shop = await startShop();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

/** The route table (accounts 2.1) but for pages of texts, each path with the status it answers with. */
const open: [path: string, status: number][] = [
  ['/', 200],
  ['/pwa.html', 200],
  ['/pantry', 200],
  ['/c/rice-pasta', 200],
  ['/rooibos-tea', 200],
  ['/p/TEA-ROOIBOS/rooibos-tea', 200],
  ['/search?q=tea', 200],
  ['/cart', 200],
  ['/wishlist', 200],
  ['/compare', 200],
  ['/storelocator', 200],
  ['/order-tracking', 200],
  ['/review/TEA-ROOIBOS', 200],
  ['/login', 200],
  ['/register', 200],
  ['/reset-password', 200],
  ['/Account/Reset-Password?link=none&redirectUrl=/cart', 200],
  ['/newsletter', 200],
  ['/privacy-choices', 200],
  ['/checkout', 200],
  ['/order/status', 200],
  ['/order/pay', 200],
  ['/error', 500],
  ['/page-not-found', 404],
];
const ofTheAccount = [
  '/my-account',
  '/my-account/profile',
  '/my-account/shipping-details',
  '/my-account/newsletter',
  '/my-account/orders',
  '/my-account/orders/000000001',
  '/my-account/my-store',
  '/my-account/recently-viewed',
  '/my-account/loyalty-card',
  '/my-account/reviews',
];
const all = [...open, ...ofTheAccount.map((path): [string, number] => [path, 200])];

/** An id of a message where its text should be. */
const rawId =
  /\b(?:nav|shop|search|listing|filter|product|stock|account|field|address|cart|checkout|orders|payments|store|list|wishlist|compare|review|home|problem|error|notFound|notice|newsletter|consent|loyalty|profile)\.[a-z]\w+\b/;

interface Page {
  status: number;
  lang: string | undefined;
  title: string;
  text: string;
}

async function read(path: string, locale: string): Promise<Page> {
  const answer = await fetch(shop.origin + path, {
    redirect: 'manual',
    headers: { cookie: `fynbos-locale=${locale}` },
  });
  const html = await answer.text();
  return {
    status: answer.status,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    text: html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' '),
  };
}

describe('every path of the route table, on the server (SHOP-2)', () => {
  test.each(locales)(
    'speaks %s: status, language, title, and no id where a text should be',
    async (locale) => {
      for (const [path, status] of all) {
        const page = await read(path, locale);
        const seen = { path, status: page.status, lang: page.lang, raw: rawId.exec(page.text)?.[0] };
        expect(seen).toEqual({ path, status, lang: locale, raw: undefined });
        expect(page.title, path).toMatch(/Fynbos/);
        expect(page.title, path).not.toMatch(/\w+\.\w+|undefined|\{/);
      }
    },
  );

  test('names pages in the language, not in English', async () => {
    const english = await Promise.all(all.map(([path]) => read(path, 'en-US')));
    const japanese = await Promise.all(all.map(([path]) => read(path, 'ja-JP')));
    // Titles of products, categories and searches are made of names.
    const named = /^\/(pantry|c\/|p\/|rooibos|search|review)/;
    const same = all.filter(([path], at) => !named.test(path) && english[at]?.title === japanese[at]?.title);
    expect(same).toEqual([]);
  });

  test('another way to the same page leads there', async () => {
    const asked = await fetch(`${shop.origin}/forgot-password`, { redirect: 'manual' });
    expect([Math.floor(asked.status / 100), asked.headers.get('location')]).toEqual([3, '/reset-password']);
  });
});

test('every open page once in the browser: for everybody to use, and without a fault', async () => {
  const shopper = await visit(browser, shop.origin);
  shopper.expectFault(/\/(error|page-not-found)\b|status of (500|404)/);
  for (const [path] of open) {
    await shopper.page.goto(path);
    await hydrated(shopper.page);
    await shopper.page
      .getByRole('heading', { level: 1 })
      .or(shopper.page.getByRole('alert'))
      .first()
      .waitFor();
    await expectAccessible(shopper.page).catch((found: Error) => {
      throw new Error(`${path}: ${found.message}`);
    });
  }
  await shopper.close();
}, 60_000);
