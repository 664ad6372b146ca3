import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, hydrated, visit } from '../../fixtures/browser.ts';
import { locationsOf } from '../../fixtures/html-client.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { orderOf } from '../../pages/checkout.ts';
import { headersOf, register, send, startSession } from '../../pages/customers.ts';

/**
 * The store views `de` and `it` next to the main shop (SHOP-3), enabled by MULTISTORE=on. routes.test.ts
 * checks all their pages in all languages.
 */

const our = openShop(
  { MULTISTORE: 'on' },
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,name_de,name_it,url_path,price_incl_tax,price_incl_tax_de,price_incl_tax_it,tax_class,qty,categories',
        'V-OATS,Vista Oats,Vista Haferflocken,Fiocchi Vista,vista-oats,43.50,2.49,2.59,zero,90,Vista',
        'V-SALT,Vista Salt,,,vista-salt,12.00,,0.99,zero,90,Vista',
      ),
      'categories.csv': table('path,name_de', 'Vista,Aussicht'),
    }),
  { pictures: false },
);

const views = [
  ['', 'en-US', 'R43.50', 'Vista Oats', 'Vista'],
  ['/de', 'de-DE', '€2,49', 'Vista Haferflocken', 'Aussicht'],
  ['/it', 'it-IT', '€2,59', 'Fiocchi Vista', 'Vista'],
] as const;

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(our.shop.origin + path, { redirect: 'manual', headers });
  return { status: response.status, to: response.headers.get('location'), html: await response.text() };
}

for (const [prefix, , price, product, category] of views)
  test.describe(`the store view at ${JSON.stringify(prefix)}/ (SHOP-3)`, () => {
    test('sells at its own prices in its own currency, also in structured data', async () => {
      const { html } = await read(`${prefix}/vista-oats`);
      expect(html).toContain(price);
      expect(html).toContain(`"priceCurrency":"${price[0] === 'R' ? 'ZAR' : 'EUR'}"`);
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
      expect(canonical).toBe(`${our.shop.origin}${prefix}/vista-oats`);
      expect(html).not.toContain(price[0] === 'R' ? '€2' : 'R43');
      // Applies to content texts too: delivery prices are shown only where their currency applies.
      const home = (await read(prefix || '/')).html.replace(/<script[\s\S]*?<\/script>/g, '');
      expect(/>[^<]*\bR\d+/.test(home)).toBe(prefix === '');
      expect((await read(`${prefix}/shipping-delivery`)).status).toBe(200);
    });

    test('uses its own names for products and categories where they exist', async () => {
      const titleOf = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];
      expect(titleOf((await read(`${prefix}/vista-oats`)).html)).toBe(product);
      const { html } = await read(`${prefix}/vista`);
      expect(titleOf(html)).toBe(category);
      expect(html).toContain(product);
      if (prefix !== '/de') expect(html).toContain('Vista Salt');
      const { html: searchPage } = await read(`${prefix}/search?q=${encodeURIComponent(product)}`);
      expect(searchPage).toContain(`${prefix}/vista-oats`);
    });

    test('lists alternates for itself and for the views that have the page', async () => {
      const alternates = async (path: string) => {
        const { html } = await read(prefix + path);
        const all = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)];
        return Object.fromEntries(all.map(([, language, address]) => [language, address]));
      };
      expect(await alternates('/vista-oats')).toEqual({
        'x-default': `${our.shop.origin}/vista-oats`,
        'de-DE': `${our.shop.origin}/de/vista-oats`,
        'it-IT': `${our.shop.origin}/it/vista-oats`,
      });
      expect(Object.keys(await alternates('/vista'))).toEqual(['x-default', 'de-DE', 'it-IT']);
      expect(await alternates('/cart')).toEqual({});
      if (prefix !== '/de')
        expect(Object.keys(await alternates('/vista-salt'))).toEqual(['x-default', 'it-IT']);
    });

    test('has a sitemap of the products it sells', async () => {
      const { html: robots } = await read('/robots.txt');
      expect(robots).toContain(`Sitemap: ${our.shop.origin}${prefix}/sitemap.xml\n`);
      const parts = await locationsOf(`${our.shop.origin}${prefix}/sitemap.xml`);
      const all = (await Promise.all(parts.map(locationsOf))).flat();
      expect(all).toContain(`${our.shop.origin}${prefix}/vista-oats`);
      expect(all.some((address) => address.endsWith(`${prefix}/vista-salt`))).toBe(prefix !== '/de');
    });
  });

test.describe('selection of store view and language (SHOP-3)', () => {
  test('a product that a view does not sell is not found there', async () => {
    expect((await read('/de/vista-salt')).status).toBe(404);
    expect((await read('/vista-salt')).status).toBe(200);
  });

  test('a view prefix inside another redirects to the inner view', async () => {
    expect(await read('/de/it/vista-oats?childSku=1')).toMatchObject({
      status: 302,
      to: `${our.shop.origin}/it/vista-oats?childSku=1`,
    });
    expect(await read('/de/it/search?q=x.data')).toMatchObject({
      status: 302,
      to: `${our.shop.origin}/it/search?q=x.data`,
    });
  });

  test('the language comes from the cookie, then from Accept-Language where the address has no language, then from the view', async () => {
    const langOf = async (path: string, headers: Record<string, string>) =>
      /<html lang="([^"]*)"/.exec((await read(path, headers)).html)?.[1];
    const preference = { 'accept-language': 'nl;q=0.9, fr' };
    expect(await langOf('/', preference)).toBe('fr-FR');
    expect(await langOf('/de', preference)).toBe('de-DE');
    for (const path of ['/', '/de'])
      expect(await langOf(path, { ...preference, cookie: 'fynbos-locale=pl-PL' })).toBe('pl-PL');
  });
});

const buyer = { Vorname: 'Erika', Nachname: 'Muster', 'E-Mail-Adresse': 'erika@example.de' };

const cartCount = (page: Page) =>
  page.evaluate(() => ({
    base: localStorage.getItem('current-cart-count'),
    de: localStorage.getItem('de/current-cart-count'),
  }));

test('a shopper goes from the German home page to the checkout, then to the rand shop, which shows no euros', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  await page.goto('/de');
  await hydrated(page);
  await expectAccessible(page);
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  // Client-side navigation: no document is fetched.
  await page.getByRole('contentinfo').getByRole('button', { name: 'Alle Kategorien' }).click();
  const categoryLink = page.getByRole('contentinfo').getByRole('link', { name: 'Aussicht' });
  await alive(categoryLink);
  await categoryLink.click();
  await page.waitForURL('**/de/vista');
  await page.getByRole('main').getByRole('link', { name: 'Vista Haferflocken' }).first().click();
  await page.waitForURL('**/de/vista-oats');
  await page.getByRole('main').getByText('€2,49').first().waitFor();
  expect(documents).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'In den Warenkorb', exact: true }).click();
  await page.getByText('Es liegt im Warenkorb.').waitFor();
  await expect.poll(() => cartCount(page)).toEqual({ base: null, de: '1' });
  await page.goto('/de/cart');
  await hydrated(page);
  await page.getByRole('main').getByText('€2,49').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Zur Kasse' }).first().click();
  await page.waitForURL('**/de/checkout');
  await hydrated(page);
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
  await page.waitForURL(`${our.shop.origin}/`);
  await page.goto('/cart');
  await hydrated(page);
  await page.getByText('Your cart is empty').first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('€');
});

test('a shopper orders by courier in euros, up to the thank-you page', { tag: '@journey' }, async () => {
  const { page } = await visit(our.browser, our.shop.origin, { locale: 'de-DE' });
  const main = page.getByRole('main');
  const goOn = () => main.getByRole('button', { name: 'Weiter', exact: true }).click();
  const fill = async (fields: Record<string, string>) => {
    for (const [name, text] of Object.entries(fields))
      await main.getByLabel(name, { exact: true }).fill(text);
  };
  await page.goto('/de/vista-oats');
  await hydrated(page);
  await main.getByRole('button', { name: 'In den Warenkorb', exact: true }).click();
  await main.getByText('Es liegt im Warenkorb.').waitFor();
  await page.goto('/de/checkout');
  await hydrated(page);
  await page.getByRole('heading', { name: 'Kasse' }).waitFor();
  await fill(buyer);
  await goOn();
  await main.locator('form').getByText('Geben Sie Ihre Postleitzahl ein, um zu sehen').waitFor();
  await fill({ 'Straße und Hausnummer': 'Torstraße 1', Postleitzahl: '10119', Ort: 'Berlin' });
  await fill({ Telefon: '+49 30 1234567' });
  const courier = main.getByRole('radio', { name: /Kurier an die Tür.*2 bis 5 Werktage.*€4,90/ });
  await courier.check();
  await main.getByRole('radio', { name: /Expresskurier.*€9,90/ }).waitFor();
  await expectAccessible(page);
  await goOn();
  await main.getByRole('radio', { name: 'Zahlung bei Lieferung' }).waitFor();
  await main.getByRole('checkbox', { name: 'Ich akzeptiere diese Verkaufsbedingungen.' }).check();
  await main.getByRole('button', { name: 'Für €7,39 bestellen' }).click();
  await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung!' }).waitFor();
  expect(await main.innerText()).not.toMatch(/R\d/);
  const number = /\d{9}/.exec(await main.innerText())![0];
  expect(await orderOf(our.shop, number, buyer['E-Mail-Adresse'])).toMatchObject({
    ...{ grand_total: 7.39, order_currency_code: 'EUR' },
    items: [{ name: 'Vista Haferflocken' }],
  });
});

test('a router link to another store view loads a new document with its own prices', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { locale: 'de-DE' });
  for (const [from, to, price] of [
    ['/vista', '/de/vista-oats', '€2,49'],
    ['/de/vista', '/it/vista-oats', '€2,59'],
    ['/it/vista', '/de', 'Deutschland (€)'],
  ] as const) {
    await page.goto(from);
    await hydrated(page);
    await page.evaluate((path) => {
      // Links inside a view get its prefix: `/it` in a text becomes `/de/it`.
      const shown = window as unknown as { __reactRouterDataRouter: { navigate(to: string): void } };
      shown.__reactRouterDataRouter.navigate(path);
    }, to);
    await page.waitForURL(our.shop.origin + to);
    await page.getByText(price).first().waitFor();
    const prefix = await page.evaluate(() => JSON.parse(document.body.dataset.here ?? '{}').prefix);
    expect(prefix).toBe(to.slice(0, 3));
  }
});

/**
 * Orders one pack of oats in the German view for collection.
 * @returns the order number
 */
async function orderInGermany(headers: Record<string, string>): Promise<string> {
  const { fulfilment_stores } = await send<{ fulfilment_stores: { code: string; services: string[] }[] }>(
    our.shop,
    '/api/cart/fulfilment-config',
  );
  const store = fulfilment_stores.find(({ services }) => services.includes('collect'))!.code;
  const query = `?${new URLSearchParams({ storeCode: 'de', storePartitionKey: store })}`;
  const quoteId = await send(our.shop, `/api/cart/create${query}`, {}, headers);
  const cartHeaders = { ...headers, 'x-cart-token': quoteId };
  await send(
    our.shop,
    `/api/cart/update${query}`,
    { cartItem: { sku: 'V-OATS', qty: 1, quoteId } },
    cartHeaders,
  );
  const address = {
    ...{ firstname: 'Erika', lastname: 'Muster', street: ['Hauptstrasse 1'], city: 'Berlin' },
    ...{ postcode: '10115', country_id: 'DE', telephone: '+49301234567' },
  };
  const products = [{ sku: 'V-OATS', qty: 1, price_incl_tax: 2.49, product_option: {} }];
  const { orderNumber } = await send<{ orderNumber: string }>(
    our.shop,
    `/api/order${query}`,
    {
      order_id: crypto.randomUUID(),
      products,
      addressInformation: {
        ...{ shippingAddress: address, billingAddress: address },
        ...{ shipping_carrier_code: 'collect', shipping_method_code: 'store' },
        payment_method_code: 'cashondelivery',
      },
    },
    cartHeaders,
  );
  return orderNumber;
}

test('an order retains its currency in the history, on its page and on its invoice', {
  tag: '@stress',
}, async () => {
  const email = await register(our.shop);
  const number = await orderInGermany(await headersOf(our.shop, email));
  const { page } = await visit(our.browser, our.shop.origin);
  await startSession(page, email);
  const orders = '/my-account/orders';
  for (const path of [orders, `${orders}/${number}`, `${orders}/${number}/invoice`]) {
    await page.goto(path);
    await page.getByRole('main').getByText('€2.49').first().waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/R\d/);
  }
});

/** The number of items in the stored cart of a view. */
const storedCartSize = (page: Page, name: string) =>
  page.evaluate(async (key) => {
    // Opening a database that the page has not created yet would create an empty one.
    if (!(await indexedDB.databases()).some(({ name: existing }) => existing === 'fynbos')) return undefined;
    const opening = indexedDB.open('fynbos');
    await new Promise((done) => (opening.onsuccess = done));
    const request = opening.result.transaction('boxes').objectStore('boxes').get(key);
    await new Promise((done) => (request.onsuccess = done));
    opening.result.close();
    return request.result?.kept?.items.length as number | undefined;
  }, name);

test('logging out clears personal data in other store views, after a confirmation if an order waits there', async () => {
  const email = await register(our.shop);
  const { page } = await visit(our.browser, our.shop.origin);
  await startSession(page, email);
  await page.goto('/de/vista-oats');
  await hydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'In den Warenkorb', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Auf die Wunschliste' }).first().click();
  await expect.poll(() => storedCartSize(page, 'de/cart')).toBe(1);
  await page.waitForLoadState('networkidle');
  // An order of that view that has not been sent yet.
  await page.evaluate(async () => {
    const opening = indexedDB.open('fynbos');
    await new Promise((done) => (opening.onsuccess = done));
    const writing = opening.result.transaction('boxes', 'readwrite');
    const body = { products: [], addressInformation: {} };
    const waiting = { id: 'x', customer: 1, cartToken: 'x', grandTotal: 1, body };
    writing.objectStore('boxes').put({ rev: 1, entries: [waiting] }, 'de/orders');
    await new Promise((done) => (writing.oncomplete = done));
    opening.result.close();
  });
  const personal = () =>
    page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^de\/(current-(cart|wishlist)|lists-account)/.test(key)),
    );
  await expect
    .poll(personal)
    .toEqual(expect.arrayContaining(['de/current-cart-count', 'de/current-wishlist', 'de/lists-account']));

  await page.goto('/my-account');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const dialogTexts: string[] = [];
  const choices = [false, true];
  page.on('dialog', (dialog) => {
    dialogTexts.push(dialog.message());
    void (choices.shift() ? dialog.accept() : dialog.dismiss());
  });
  const logOut = page.getByRole('button', { name: 'Log out' }).first();
  await logOut.click();
  await expect.poll(() => dialogTexts.length).toBe(1);
  expect(dialogTexts[0]).toContain('has not been sent yet');
  expect(await storedCartSize(page, 'de/cart')).toBe(1);
  await logOut.click();
  await page.getByText('logged out').first().waitFor();
  await expect.poll(() => storedCartSize(page, 'de/cart')).toBe(undefined);
  await expect.poll(personal).toEqual([]);
});

test('the calls of a page name its store view, that of the wallet too (spec commerce 7)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(/40[14]/);
  const codes: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/')) codes.push(searchParams.get('storeCode'));
  });
  const agreement = {
    checkoutReference: '0f8fad5b-d9cb-469f-a165-70867728950e',
    ...{ paymentCode: 'wallet', token: 'EC-1', PayerID: 'P1' },
  };
  const executing = page.waitForResponse('**/api/payments/wallet/execute?*');
  await page.goto(`/de/order/status?${new URLSearchParams(agreement)}`);
  expect((await executing).request().postDataJSON()).toEqual(agreement);
  expect(new Set(codes)).toEqual(new Set(['de']));
});
