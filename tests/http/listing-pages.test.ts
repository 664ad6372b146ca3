import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Lists as the server renders them: the home collections, and categories with their filters in the path. */

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ LISTING_FILTERS: 'path' });
});
afterAll(() => shop?.close());

async function pageAt(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(shop.origin + path);
  return { status: response.status, text: await response.text() };
}

/** The products of a page or of a part of it, in their order. */
const productsIn = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a [^>]*href="([^"]+)"/g)].map(([, href]) => href!.replace(/\?.*/, ''));

const addressesIn = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href);

test('each home collection has 8 products, the newest first', async () => {
  const from = await shop.db.selectFrom('product').select(['id', 'url_path']).orderBy('id').execute();
  // The later its id, the older a product; the import of the demo gave all the same time.
  for (const [index, { id }] of from.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1) - index * 60_000);
    await shop.db.updateTable('product').set({ created_at }).where('id', '=', id).execute();
  }
  await announceChange(shop.db, 'all');
  const age = new Map(from.map(({ url_path }, index) => [`/${url_path}`, index]));
  const collections = async () => {
    const { text } = await pageAt('/');
    return ['newProducts', 'specials', 'bestsellers', 'inspirations'].map((id) =>
      productsIn(text.split(`aria-labelledby="${id}"`)[1]?.split('</section>')[0] ?? '').map((path) =>
        age.get(path),
      ),
    );
  };
  await expect
    .poll(async () => (await collections()).every((ages) => ages.length === 8 && isAscending(ages)))
    .toBe(true);
});

const isAscending = (values: readonly (number | undefined)[]) =>
  values.every((value, index) => value !== undefined && (index === 0 || value > values[index - 1]!));

test('a category page is found by its slug, its url key and its id, and not below the root category', async () => {
  await shop.db
    .updateTable('category')
    .set({ slug: 'cups-77', url_key: 'cups-and-mugs' })
    .where('url_path', '=', 'kitchen-home/drinkware')
    .execute();
  const { id } = await shop.db
    .selectFrom('category')
    .select('id')
    .where('slug', '=', 'cups-77')
    .executeTakeFirstOrThrow();
  await announceChange(shop.db, 'all');
  await expect.poll(async () => (await pageAt('/c/cups-77')).status).toBe(200);
  for (const key of ['cups-77', 'cups-and-mugs', String(id)]) {
    const { status, text } = await pageAt(`/c/${key}`);
    expect([key, status]).toEqual([key, 200]);
    expect(/<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]).toBe(
      `${shop.origin}/kitchen-home/drinkware`,
    );
    expect(productsIn(text)).toContain('/enamel-mug');
  }
  for (const key of ['1', '0', '99999', 'drinkware']) expect((await pageAt(`/c/${key}`)).status).toBe(404);
});

describe('with LISTING_FILTERS=path', () => {
  const category = '/kitchen-home/drinkware';

  async function colourOf(sku: string): Promise<string> {
    const { attributes } = await shop.db
      .selectFrom('product')
      .select('attributes')
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow();
    return String(attributes.colour);
  }

  test('a category has its filters in the path, and its sort in the query', async () => {
    const red = await colourOf('KIT-MUG-RED');
    const all = productsIn((await pageAt(category)).text);
    const filtered = await pageAt(`${category};colour=${red}?sort=final_price:desc`);
    expect(filtered.status).toBe(200);
    expect(productsIn(filtered.text)).toEqual(['/enamel-mug']);
    expect(all.length).toBeGreaterThan(1);
    // A filter in the query is another page of the same list, without the filter.
    expect(productsIn((await pageAt(`${category}?colour=${red}`)).text)).toEqual(all);
    // Links keep the sort, and remove the filter from the path.
    expect(addressesIn(filtered.text)).toContain(`${category}?sort=final_price%3Adesc`);
    expect(addressesIn(filtered.text)).toContain(`${category};colour=${red}?sort=final_price`);
    expect(/<meta name="robots" content="([^"]*)"/.exec(filtered.text)?.[1]).toContain('noindex');
    expect(addressesIn((await pageAt(category)).text)).toContain(`${category};colour=${red}`);
  });

  test('a category by its key and a brand have them, too; a product and a search have none', async () => {
    const red = await colourOf('KIT-MUG-RED');
    expect(productsIn((await pageAt(`/c/${await slugOf(category)};colour=${red}`)).text)).toEqual([
      '/enamel-mug',
    ]);
    const brand = await pageAt('/brand/kaapse-tuin;price=0.0-250.0');
    expect(brand.status).toBe(200);
    expect(addressesIn(brand.text)).toContain('/brand/kaapse-tuin');
    expect((await pageAt(`/enamel-mug;colour=${red}`)).status).toBe(404);
    const search = await pageAt(`/search?q=enamel+mug&colour=${red}`);
    expect(addressesIn(search.text)).toContain('/search?q=enamel+mug');
  });

  test('a navigation in the browser requests the same list', async () => {
    const red = await colourOf('KIT-MUG-RED');
    const { status, text } = await pageAt(`${category};colour=${red}.data`);
    expect(status).toBe(200);
    expect(text).toContain('"KIT-MUG"');
    expect(text).not.toContain('"KIT-BOTTLE"');
    expect((await pageAt(`${category}.data`)).text).toContain('"KIT-BOTTLE"');
  });

  async function slugOf(path: string): Promise<string> {
    const { slug } = await shop.db
      .selectFrom('category')
      .select('slug')
      .where('url_path', '=', path.slice(1))
      .executeTakeFirstOrThrow();
    return slug;
  }
});
