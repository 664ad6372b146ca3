import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, hydrated, openBrowser, visit } from './browser.ts';
import { type RunningShop, startShop } from './shop.ts';
import { load, table } from './shop-files.ts';

/**
 * The store views `de` and `it` beside the shop itself (SHOP-3), as MULTISTORE=on opens them. All their pages in all
 * languages are walked in routes.test.ts.
 */
let shop: RunningShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ MULTISTORE: 'on' }), openBrowser()]);
  await load(shop, {
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,price_incl_tax_de,price_incl_tax_it,tax_class,qty,categories',
      'V-OATS,Vista Oats,vista-oats,43.50,2.49,2.59,zero,90,Vista',
      'V-SALT,Vista Salt,vista-salt,12.00,,0.99,zero,90,Vista',
    ),
  });
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const views = [
  ['', 'en-US', 'R43.50'],
  ['/de', 'de-DE', '€2,49'],
  ['/it', 'it-IT', '€2,59'],
] as const;

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.origin + path, { redirect: 'manual', headers });
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
}

describe.each(views)('the store view at %j/', (prefix, _, price) => {
  test('sells at its own prices, in its own money, and says so to machines', async () => {
    const { html } = await read(`${prefix}/vista-oats`);
    expect(html).toContain(price);
    expect(html).toContain(`"priceCurrency":"${price[0] === 'R' ? 'ZAR' : 'EUR'}"`);
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    expect(canonical).toBe(`${shop.origin}${prefix}/vista-oats`);
    expect(html).not.toContain(price[0] === 'R' ? '€2' : 'R43');
  });

  test('names the same page of the others, where they have it, and itself', async () => {
    const alternates = async (path: string) => {
      const { html } = await read(prefix + path);
      const all = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)];
      return Object.fromEntries(all.map(([, language, address]) => [language, address]));
    };
    expect(await alternates('/vista-oats')).toEqual({
      'x-default': `${shop.origin}/vista-oats`,
      'de-DE': `${shop.origin}/de/vista-oats`,
      'it-IT': `${shop.origin}/it/vista-oats`,
    });
    expect(Object.keys(await alternates('/vista'))).toEqual(['x-default', 'de-DE', 'it-IT']);
    expect(await alternates('/cart')).toEqual({});
    if (prefix !== '/de')
      expect(Object.keys(await alternates('/vista-salt'))).toEqual(['x-default', 'it-IT']);
  });

  test('has a sitemap of what it sells', async () => {
    const { html: robots } = await read('/robots.txt');
    expect(robots).toContain(`Sitemap: ${shop.origin}${prefix}/sitemap.xml\n`);
    const { html: index } = await read(`${prefix}/sitemap.xml`);
    const parts = [...index.matchAll(/<loc>([^<]*)</g)].map(([, address]) => address!);
    const all = await Promise.all(parts.map(async (part) => (await fetch(part)).text()));
    expect(all.join()).toContain(`<loc>${shop.origin}${prefix}/vista-oats</loc>`);
    expect(all.join().includes(`${prefix}/vista-salt</loc>`)).toBe(prefix !== '/de');
  });
});

describe('which view and which language', () => {
  test('what a view does not sell is not found there', async () => {
    expect((await read('/de/vista-salt')).status).toBe(404);
    expect((await read('/vista-salt')).status).toBe(200);
  });

  test('a view inside another leads to that view', async () => {
    expect(await read('/de/it/vista-oats?childSku=1')).toMatchObject({
      status: 302,
      to: `${shop.origin}/it/vista-oats?childSku=1`,
    });
  });

  test('the cookie comes first, then the browser’s wish where the address has no language, then the view', async () => {
    const langOf = async (path: string, headers: Record<string, string>) =>
      /<html lang="([^"]*)"/.exec((await read(path, headers)).html)?.[1];
    const wish = { 'accept-language': 'nl;q=0.9, fr' };
    expect(await langOf('/', wish)).toBe('fr-FR');
    expect(await langOf('/de', wish)).toBe('de-DE');
    for (const path of ['/', '/de'])
      expect(await langOf(path, { ...wish, cookie: 'fynbos-locale=pl-PL' })).toBe('pl-PL');
  });
});

const buyer = { Vorname: 'Erika', Nachname: 'Muster', 'E-Mail-Adresse': 'erika@example.de' };

const cartCount = (page: Page) =>
  page.evaluate(() => ({
    here: localStorage.getItem('current-cart-count'),
    de: localStorage.getItem('de/current-cart-count'),
  }));

test('a shopper goes from the German home to the checkout, then to the shop in rand and finds no euros there', async () => {
  const { page, close } = await visit(browser, shop.origin);
  await page.goto('/de');
  await hydrated(page);
  await expectAccessible(page);
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  // On by the router: no document is fetched.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vista' }).click();
  await page.waitForURL('**/de/vista');
  await page.getByRole('main').getByRole('link', { name: 'Vista Oats' }).first().click();
  await page.waitForURL('**/de/vista-oats');
  await page.getByRole('main').getByText('€2,49').first().waitFor();
  expect(documents).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'In den Warenkorb' }).click();
  await page.getByText('Es liegt im Warenkorb.').waitFor();
  await expect.poll(() => cartCount(page)).toEqual({ here: null, de: '1' });
  await page.goto('/de/cart');
  await hydrated(page);
  await page.getByRole('main').getByText('€2,49').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Zur Kasse' }).first().click();
  await page.waitForURL('**/de/checkout');
  await page.getByRole('heading', { name: 'Kasse' }).waitFor();
  const details = page.getByRole('region', { name: 'Persönliche Angaben' });
  await details.waitFor();
  await expectAccessible(page);
  for (const [name, text] of Object.entries(buyer))
    await details.getByLabel(name, { exact: true }).fill(text);
  await details.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.waitForURL('**/de/checkout#shipping');

  await page.goto('/de/vista-oats');
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'South Africa (R)' }).click();
  await page.waitForURL(`${shop.origin}/`);
  await page.goto('/cart');
  await hydrated(page);
  await page.getByText('Your cart is empty').first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('€');
  await close();
}, 60_000);

test('a link of the router that leads to another view fetches it as a document, with its own prices', async () => {
  const { page, close } = await visit(browser, shop.origin, { locale: 'de-DE' });
  for (const [from, to, price] of [
    ['/vista', '/de/vista-oats', '€2,49'],
    ['/de/vista', '/it/vista-oats', '€2,59'],
    ['/it/vista', '/de', 'Deutschland (€)'],
  ] as const) {
    await page.goto(from);
    await hydrated(page);
    await page.evaluate((path) => {
      // Inside a view a link is of that view: `/it` of a text becomes `/de/it`.
      const shown = window as unknown as { __reactRouterDataRouter: { navigate(to: string): void } };
      shown.__reactRouterDataRouter.navigate(path);
    }, to);
    await page.waitForURL(shop.origin + to);
    await page.getByText(price).first().waitFor();
    const here = await page.evaluate(() => JSON.parse(document.documentElement.dataset.here ?? '{}').prefix);
    expect(here).toBe(to.slice(0, 3));
  }
  await close();
});
