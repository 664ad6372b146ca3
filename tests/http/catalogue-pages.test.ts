import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ LOG_LEVEL: 'info' });
});
afterAll(() => shop?.close());

async function read(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(shop.origin + path);
  return { status: response.status, html: await response.text() };
}

describe('a category (CAT-2)', () => {
  test.each(['url_key', 'id', 'slug'] as const)('is found by its %s', async (key) => {
    const { [key]: value, name } = await shop.db
      .selectFrom('category')
      .select(['url_key', 'id', 'slug', 'name'])
      .where('url_path', '=', 'pantry')
      .executeTakeFirstOrThrow();
    const { status, html } = await read(`/c/${value}`);
    expect([status, html.includes(`${name}</h1>`)]).toEqual([200, true]);
  });
});

describe('a product page without scripts', () => {
  test('has the buttons of the lists and the link to the stores (PDP-7)', async () => {
    const { html } = await read('/brown-bread-700-g');
    for (const label of ['Add to wishlist', 'Add to comparison', 'Our stores']) expect(html).toContain(label);
  });

  test('leads to similar products instead of the cart when it is sold out (PDP-6)', async () => {
    const { html } = await read('/plant-based-mince-400-g');
    const panel = html.slice(html.indexOf('</h1>'), html.indexOf('id="similar"'));
    expect(panel).toContain('href="/plant-based-mince-400-g#similar"');
    expect(panel).not.toContain('Add to cart');
  });

  test('takes the address for a mail once it is back in stock, and shows what is wrong with it (spec D75)', async () => {
    const path = '/plant-based-mince-400-g';
    const sku = /<input type="hidden" name="sku" value="([^"]+)"/.exec((await read(path)).html)?.[1] ?? '';
    const post = async (fields: Record<string, string>) => {
      const response = await fetch(shop.origin + path, { method: 'POST', body: new URLSearchParams(fields) });
      return { status: response.status, html: await response.text() };
    };
    const wrong = await post({ sku, email: 'nobody' });
    expect([wrong.status, wrong.html.includes('Please provide valid e-mail address.')]).toEqual([400, true]);
    const right = await post({ sku, email: 'waiting@example.com' });
    expect([right.status, right.html.includes('mail you once it’s back in stock')]).toEqual([200, true]);
    const rows = await shop.db.selectFrom('stock_notification').select(['sku', 'email']).execute();
    expect(rows).toEqual([{ sku, email: 'waiting@example.com' }]);
    expect((await post({ email: 'waiting@example.com' })).status).toBe(404);
  });
});

test('the specials page has products with a special price and products with a deal such as “3 for R45”', async () => {
  const { html } = await read('/sale?shown=200');
  const linksOf = async (filters: object) => {
    const request = encodeURIComponent(JSON.stringify({ filters: { ...filters, visibility: 4 }, size: 200 }));
    const response = await fetch(`${shop.origin}/api/catalog/fynbos/product/_search?request=${request}`);
    const { items } = (await response.json()) as { items: { url_path: string }[] };
    return items.map(({ url_path }) => `href="/${url_path}"`);
  };
  for (const filters of [
    { is_special: true },
    { deal_codes: 'pasta-3-for-45' },
    { deal_codes: 'soap-3-for-2' },
  ]) {
    const links = await linksOf(filters);
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !html.includes(link))).toEqual([]);
  }
});

test('the collections of the home page show the newest products first (CAT-5)', async () => {
  const body = { filters: { featured: 'y', visibility: 4 }, sort: 'created_at:desc', size: 50 };
  const request = encodeURIComponent(JSON.stringify(body));
  const response = await fetch(`${shop.origin}/api/catalog/fynbos/product/_search?request=${request}`);
  const { items } = (await response.json()) as { items: { id: number; url_path: string }[] };
  const newest = items.slice(-2);
  for (const [index, { id }] of newest.entries()) {
    const created_at = new Date(Date.UTC(2030, 0, 2 - index));
    await shop.db.updateTable('product').set({ created_at }).where('id', '=', id).execute();
  }
  const ids = newest.map(({ id }) => id);
  await announceChange(shop.db, ids);
  const before = [newest[0]!, newest[1]!, items[0]!].map(({ url_path }) => `href="/${url_path}"`);
  const placesIn = (html: string) => {
    const collection = html.indexOf('id="newProducts"');
    return before.map((link) => html.indexOf(link, collection));
  };
  await expect.poll(async () => placesIn((await read('/')).html)).not.toContain(-1);
  const places = placesIn((await read('/')).html);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

describe('a page that does not exist has its reason in the log (spec commerce 8, spec accounts 8)', () => {
  test.each([
    ['/no-such-address', 'No mapping found'],
    ['/my-account/no-such-view', 'Route not found'],
    ['/review/%20', 'Please provide the search key for product/single action'],
    ['/c/no-such-category', 'Category query returned empty result slug = no-such-category'],
  ])('%s: %s', async (path, reason) => {
    const { status, html } = await read(path);
    expect(status).toBe(404);
    expect(html).toContain('404');
    expect(shop.log.filter((line) => JSON.parse(line).reason === reason)).toHaveLength(1);
  });
});

test('an address that the URL mapping refuses is a page that does not exist (NAV-1)', async () => {
  const url = 'a'.repeat(2500);
  const lookup = await fetch(`${shop.origin}/api/url/map`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  expect(lookup.status).toBe(400);
  const { status, html } = await read(`/${url}`);
  expect(status).toBe(404);
  expect(html).toContain('404 Page Not Found</h1>');
});

test('each banner of the home page has a picture for phones and one for wide screens (CAT-5)', async () => {
  const { html } = await read('/');
  const [first] = html.match(/<picture[\s\S]*?<\/picture>/) ?? [];
  const paths = [/<source media="\(width &gt;= 48rem\)" srcSet="([^"]+)"/, /<img src="([^"]+)"/].map(
    (pattern) => pattern.exec(first ?? '')?.[1] ?? '',
  );
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) {
    expect(path).toMatch(/^\/img\/.*\/banners\//);
    expect((await fetch(shop.origin + path)).status).toBe(200);
  }
});
