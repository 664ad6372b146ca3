import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** What browsers, search engines and validators expect of a shop with store views behind a TLS proxy. */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({
    ...{ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1', MULTISTORE: 'on' },
    CONTACT_MAIL: 'care@shop.example',
  });
  const header = 'sku,name,price_incl_tax,special_price_incl_tax,product_code,url_path';
  const rows = [
    'REAL,Real,50,40,6001087357012,real-code',
    'OWN,Own,50,,2000000000114,own-code',
    'TYPO,Typo,50,,6001087357011,typo-code',
  ];
  const files = { 'products.csv': `${[header, ...rows].join('\n')}\n` };
  const { problems } = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect(problems).toEqual([]);
  await vi.waitUntil(async () => (await get('/typo-code')).status === 200, { timeout: 60_000 });
});
afterAll(() => shop?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.origin + path, { redirect: 'manual', headers });
const htmlOf = async (path: string) => (await get(path)).text();

// biome-ignore lint/suspicious/noExplicitAny: what machines read, as it is
type Data = any;
const dataIn = (html: string): Data[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
const productAt = async (path: string): Promise<Data> =>
  dataIn(await htmlOf(path)).find((data) => /^Product/.test(data['@type']));

describe('http (spec T12)', () => {
  const proxied = { 'x-forwarded-proto': 'http' };

  test.each(['/', '/rooibos-tea?x=1', '/de/cart', '/favicon.ico', '/no-such-page'])(
    'redirects %s to https if a trusted proxy received it without TLS',
    async (path) => {
      const { status, headers } = await get(path, proxied);
      expect([status, headers.get('location')]).toEqual([301, `https://shop.example${path}`]);
    },
  );

  test.each([
    ['/rooibos-tea', {}],
    ['/rooibos-tea', { 'x-forwarded-proto': 'https' }],
    ['/rooibos-tea', { ...proxied, 'sec-fetch-site': 'none' }],
    ['/health/ready', proxied],
    ['/api/seller', proxied],
    ['/img/150/150/resize/placeholder', proxied],
  ])('leaves %s with %j where it is', async (path, headers) => {
    expect((await get(path, headers as Record<string, string>)).status).toBe(200);
  });

  test('leaves forms and web-hooks where they are', async () => {
    for (const path of ['/order/status', '/api/payments/card/web-hook']) {
      const { status } = await fetch(shop.origin + path, {
        method: 'POST',
        headers: proxied,
        redirect: 'manual',
      });
      expect(status).not.toBe(301);
    }
  });
});

test('the well-known addresses say where to report a vulnerability and where to change a password', async () => {
  const text = await htmlOf('/.well-known/security.txt');
  expect(text).toContain('Contact: mailto:care@shop.example\n');
  expect(text).toContain('Canonical: https://shop.example/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  const { status, headers } = await get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, 'https://shop.example/my-account/profile']);
  expect((await get('/.well-known/other')).status).toBe(404);
});

test.each([
  ['/', 'same-origin', 'same-origin-allow-popups'],
  ['/checkout', 'same-origin', 'same-origin-allow-popups'],
  ['/api/seller', 'same-origin', null],
  ['/robots.txt', 'same-origin', null],
  ['/img/150/150/resize/placeholder', 'cross-origin', null],
  ['/icon-192.png', 'cross-origin', null],
])('the policies of %s let others use it: %s, %s', async (path, resource, opener) => {
  const { headers } = await get(path);
  expect(headers.get('cross-origin-resource-policy')).toBe(resource);
  expect(headers.get('cross-origin-opener-policy')).toBe(opener);
});

test('pictures and code have long cache lives', async () => {
  const html = await htmlOf('/rooibos-tea');
  const script = /\/assets\/[\w./-]+\.js/.exec(html)?.[0] ?? '';
  const picture = /\/img\/[^" ]+/.exec(html)?.[0] ?? '';
  const ageOf = async (path: string) =>
    Number(/max-age=(\d+)/.exec((await get(path)).headers.get('cache-control') ?? '')?.[1]);
  expect(await ageOf(script)).toBeGreaterThanOrEqual(31_536_000);
  expect(await ageOf(picture)).toBeGreaterThanOrEqual(2_592_000);
  expect(await ageOf('/icon-192.png')).toBeGreaterThanOrEqual(604_800);
});

test.each([
  ['', 'en-US', 'Fynbos', '/', '/cart'],
  ['/de', 'de-DE', 'Fynbos Deutschland', '/de', '/de/cart'],
  ['/it', 'it-IT', 'Fynbos Italia', '/it', '/it/cart'],
])('the store view at "%s" has a manifest of its own, in %s', async (prefix, lang, name, id, cart) => {
  const html = await htmlOf(prefix || '/');
  expect(html).toContain(`<link rel="manifest" href="${prefix}/manifest.webmanifest"`);
  const response = await get(`${prefix}/manifest.webmanifest`);
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await response.json()) as Data;
  expect(manifest).toMatchObject({ lang, name, id, start_url: `${prefix}/pwa.html` });
  expect(manifest.shortcuts.map(({ url }: Data) => url)).toContain(cart);
});

test.each(['/', '/de', '/it/cart', '/de/rooibos-tea', '/no-such-page', '/checkout', '/error'])(
  'the character set of %s is in the first 1,024 bytes',
  async (path) => {
    const at = Buffer.from(await htmlOf(path)).indexOf('<meta charSet="utf-8"');
    expect([at > 0, at < 1000]).toEqual([true, true]);
  },
);

describe('structured data', () => {
  test.each([
    ['/real-code', '6001087357012'],
    ['/own-code', undefined],
    ['/typo-code', undefined],
    ['/rooibos-tea', undefined],
  ])('of %s has the GTIN %s', async (path, gtin) => {
    expect((await productAt(path)).gtin).toBe(gtin);
  });

  test('has the former price of a special, and the pages on delivery and returns', async () => {
    const { offers } = await productAt('/real-code');
    expect(offers).toMatchObject({
      price: '40.00',
      priceSpecification: [{ price: '40.00' }, { price: '50.00' }],
    });
    expect(offers.priceSpecification[1].priceType).toBe('https://schema.org/StrikethroughPrice');
    expect(offers.shippingDetails.shippingSettingsLink).toBe('https://shop.example/shipping-delivery');
    expect(offers.hasMerchantReturnPolicy.merchantReturnLink).toBe('https://shop.example/warranty-returns');
  });

  test.each([
    ['/rooibos-tea', 'size'],
    ['/de/rooibos-tea', 'size'],
    ['/enamel-mug', 'color'],
  ])('of %s says by which property its variants differ: %s', async (path, property) => {
    const { variesBy, hasVariant } = await productAt(path);
    expect(variesBy).toContain(`https://schema.org/${property}`);
    for (const variant of hasVariant) expect(variant[property]).toMatch(/\S/);
  });

  test('of the home page names the seller', async () => {
    const [{ '@graph': graph }] = dataIn(await htmlOf('/'));
    expect(graph[0]).toMatchObject({ legalName: 'Fynbos Demo (Pty) Ltd', address: { addressCountry: 'ZA' } });
    expect(graph[0].contactPoint.email).toBe('care@shop.example');
  });

  test('of a page of the magazine is an article', async () => {
    const html = await htmlOf('/magazine-power-cut');
    const article = dataIn(html).find((data) => data['@type'] === 'Article');
    expect(article).toMatchObject({
      headline: expect.stringMatching(/\S/),
      dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      mainEntityOfPage: 'https://shop.example/magazine-power-cut',
    });
    expect(html).toContain('<meta property="og:type" content="article"');
    expect(dataIn(await htmlOf('/about')).map((data) => data['@type'])).not.toContain('Article');
  });
});

test.each(['/', '/pantry', '/rooibos-tea', '/magazine-power-cut', '/about', '/de/rooibos-tea'])(
  'the picture for sharing of %s has a text',
  async (path) => {
    expect(await htmlOf(path)).toMatch(/<meta property="og:image:alt" content="[^"]+"/);
  },
);

test.each(['/', '/faq', '/sale', '/de/faq', '/it/sale'])('the links of %s are canonical', async (path) => {
  expect(await htmlOf(path)).not.toMatch(/href="(?:\/de|\/it)?\/(?:i|pages)\//);
});
