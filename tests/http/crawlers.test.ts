import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAsCrawler, locationsOf, withEach } from '../e2e/fixtures/html-client.ts';

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop();
});
afterAll(() => shop?.close());

// biome-ignore lint/suspicious/noExplicitAny: what others read is looked into, not typed
type Data = Record<string, any>;

interface Document {
  status: number;
  html: string;
  /** Each structured data block by its type. */
  data: Map<string, Data>;
}

async function read(path: string): Promise<Document> {
  const response = await fetchAsCrawler(shop.origin + path);
  const html = await response.text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Data,
  );
  return {
    status: response.status,
    html,
    data: new Map(blocks.map((block) => [block['@type'] ?? 'graph', block])),
  };
}

const count = (html: string, element: RegExp) => html.match(new RegExp(element, 'g'))?.length ?? 0;
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

async function find(body: object, entity = 'product'): Promise<{ items: Data[]; total: number }> {
  const request = encodeURIComponent(JSON.stringify(body));
  const response = await fetchAsCrawler(
    `${shop.origin}/api/catalog/fynbos/${entity}/_search?request=${request}`,
  );
  return (await response.json()) as { items: Data[]; total: number };
}

const visible = { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } };

async function productOfType(type: string): Promise<Data> {
  const { items } = await find({ filters: { ...visible, type_id: { eq: type } }, size: 1 });
  return items[0]!;
}

describe('page metadata for crawlers', () => {
  test.each(['/', '/pantry', '/search?q=rooibos', '/search', '/rooibos-tea'])(
    '%s has one title, description, canonical address and first heading, and can be shared',
    async (path) => {
      const { status, html } = await read(path);
      expect(status).toBe(200);
      for (const once of [/<title>/, /<meta name="description"/, /<link rel="canonical"/, /<h1[ >]/]) {
        expect([path, String(once), count(html, once)]).toEqual([path, String(once), 1]);
      }
      expect(canonicalOf(html)).toBe(shop.origin + (path === '/' ? '/' : path.split('?')[0]));
      expect(metaOf(html, 'og:url')).toBe(canonicalOf(html));
      expect(metaOf(html, 'og:site_name')).toBe('Fynbos');
      expect((await fetch(metaOf(html, 'og:image')!)).status).toBe(200);
      expect(metaOf(html, 'robots')).toBeUndefined();
    },
  );

  test('filtered or sorted lists, missing pages and empty searches are noindex', async () => {
    const filter = /\/pantry(\?product_brand=[^"&]*)"/.exec((await read('/pantry')).html)?.[1];
    expect(filter).toBeDefined();
    for (const path of [
      '/pantry?sort=final_price',
      `/pantry${filter}`,
      '/nothing/here',
      '/search?q=zzxxqq',
    ]) {
      expect([path, metaOf((await read(path)).html, 'robots')]).toEqual([path, 'noindex']);
    }
    expect(canonicalOf((await read('/pantry?sort=final_price')).html)).toBe(`${shop.origin}/pantry`);
  });

  test('the home page describes the organisation and the search in structured data', async () => {
    const [organization, site] = (await read('/')).data.get('graph')!['@graph'];
    expect([organization['@type'], organization.name]).toEqual(['Organization', 'Fynbos']);
    expect((await fetch(organization.logo)).status).toBe(200);
    const search = site.potentialAction.target.urlTemplate.replace('{search_term_string}', 'tea');
    expect((await fetchAsCrawler(search)).status).toBe(200);
  });

  test.each(['simple', 'grouped', 'bundle', 'virtual', 'downloadable'])(
    'structured data of a %s product has the price shown on its page',
    async (type) => {
      const product = await productOfType(type);
      const { html, data } = await read(`/${product.url_path}`);
      const { offers, sku, name } = data.get('Product')!;
      expect([sku, name, offers.priceCurrency]).toEqual([product.sku, product.name, 'ZAR']);
      expect(offers.price).toBe(product.final_price_incl_tax.toFixed(2));
      expect(html).toContain(`R${Number(offers.price).toLocaleString('en', { minimumFractionDigits: 2 })}`);
      expect(offers.availability).toMatch(/\/(In|OutOf)Stock$/);
    },
  );

  test('a configurable product is a ProductGroup whose variants have offers at their own addresses', async () => {
    const product = await productOfType('configurable');
    const group = (await read(`/${product.url_path}`)).data.get('ProductGroup')!;
    expect(group.hasVariant).toHaveLength(product.configurable_children.length);
    const [variant] = group.hasVariant;
    const variantPage = await read(variant.offers.url.slice(shop.origin.length));
    expect(variantPage.html).toContain(`R${variant.offers.price}`);
    expect(canonicalOf(variantPage.html)).toBe(variant.offers.url);
  });

  test('structured data states the reference quantity of a unit price and the end of a special price', async () => {
    const unit = (await read('/samp-1-kg')).data.get('Product')?.offers.priceSpecification;
    expect(unit.referenceQuantity).toMatchObject({ value: 1, unitCode: 'KGM', valueReference: { value: 1 } });
    const { items } = await find({ filters: visible, size: 500 });
    const special = items.find(
      (item) => item.special_price > 0 && item.special_to_date && item.type_id === 'simple',
    );
    const { offers } = (await read(`/${special!.url_path}`)).data.get('Product')!;
    expect(offers.priceValidUntil).toBe(special!.special_to_date.slice(0, 10));
  });

  test('breadcrumbs lead from the home page to the product', async () => {
    const steps = (await read('/rooibos-tea')).data.get('BreadcrumbList')!.itemListElement as Data[];
    expect(steps.map((step) => step.position)).toEqual(steps.map((_, index) => index + 1));
    for (const step of steps) expect((await fetchAsCrawler(step.item)).status).toBe(200);
    expect(steps.at(-1)!.item).toBe(`${shop.origin}/rooibos-tea`);
  });
});

describe('the sitemap', () => {
  test('the sitemap lists every visible product, category and page once, and each address exists', async () => {
    const parts = await locationsOf(`${shop.origin}/sitemap.xml`);
    const listed = (await Promise.all(parts.map(locationsOf))).flat();
    expect(new Set(listed).size).toBe(listed.length);
    const { items, total } = await find({ filters: visible, size: 4000, includeFields: ['url_path'] });
    expect(items).toHaveLength(total);
    const categories = await find(
      { filters: { is_active: { eq: true }, product_count: { gt: 0 }, level: { gt: 1 } }, size: 1000 },
      'category',
    );
    for (const { url_path } of [...items, ...categories.items]) {
      expect(listed, url_path).toContain(`${shop.origin}/${url_path}`);
    }
    const brands = listed.filter((address) => address.includes('/brand/'));
    const pages = await find({ size: 500 }, 'cms_page');
    expect(listed).toHaveLength(1 + items.length + categories.items.length + brands.length + pages.total);
    // All products come from the same code, and so do all other pages: a normal run requests some of each.
    const isProduct = new Set(items.map(({ url_path }) => `${shop.origin}/${url_path}`));
    const requested = listed.filter(
      (address, index) => isLong || index % (isProduct.has(address) ? 128 : 8) === 0,
    );
    expect(await failing(requested)).toEqual([]);
  }, 180_000);

  test('robots.txt names the sitemap and excludes API calls and list variants from crawling', async () => {
    const text = await (await fetch(`${shop.origin}/robots.txt`)).text();
    expect(text).toContain(`Sitemap: ${shop.origin}/sitemap.xml`);
    for (const closed of ['/api/', '/*?*sort=', '/*?*price=']) expect(text).toContain(`Disallow: ${closed}`);
    expect(text).not.toContain('Disallow: /img');
  });

  test('the sitemap has no other parts', async () => {
    for (const part of ['products-2.xml', 'products-0.xml', 'anything']) {
      expect((await fetchAsCrawler(`${shop.origin}/sitemap/${part}`)).status).toBe(404);
    }
  });
});

/**
 * Requests all addresses, several at a time.
 * @returns those with another status than 200, with their status
 */
async function failing(addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  await withEach(addresses, async (address) => {
    const { status, body } = await fetchAsCrawler(address);
    await body?.cancel();
    if (status !== 200) wrong.push(`${status} ${address}`);
  });
  return wrong;
}

test('the web app manifest and all its pictures exist (SHELL-1)', async () => {
  const manifest = (await (await fetch(`${shop.origin}/manifest.webmanifest`)).json()) as Data;
  const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut: Data) => shortcut.icons)];
  expect(pictures.map(({ purpose }) => purpose)).toContain('maskable');
  const places = [
    manifest.start_url,
    ...manifest.shortcuts.map(({ url }: Data) => url),
    ...pictures.map(({ src }) => src),
  ];
  expect(
    await failing([...places, '/favicon.ico', '/apple-touch-icon.png'].map((path) => shop.origin + path)),
  ).toEqual([]);
});

test('with multistore off no other store view exists, and no page links to one', async () => {
  expect((await read('/de')).status).toBe(404);
  const { html } = await read('/');
  expect(html).not.toMatch(/data-here|hreflang|href="\/(de|it)[/"]/);
  const robots = await (await fetch(`${shop.origin}/robots.txt`)).text();
  expect(robots.match(/^Sitemap: .*$/gm)).toEqual([`Sitemap: ${shop.origin}/sitemap.xml`]);
});
