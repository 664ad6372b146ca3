import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The output cache of the pages, and the operator's invalidation (spec commerce 9). */
const key = 'a-key-of-the-operator';
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ OUTPUT_CACHE_TAGS: 'on', INVALIDATION_KEY: key });
});
afterAll(() => shop?.close());

const headersOf = async (path: string) => {
  const response = await fetch(shop.origin + path);
  await response.arrayBuffer();
  return response.headers;
};
const cacheStatus = async (path: string) => (await headersOf(path)).get('x-vs-cache');
const invalidate = async (tag: string) =>
  (await fetch(`${shop.origin}/invalidate?key=${key}&tag=${tag}`)).status;

test('a cached page follows the catalogue and the operator’s invalidation', async () => {
  const product = await shop.db
    .selectFrom('product')
    .select(['id', 'url_path'])
    .where('visibility', '=', 4)
    .where('type_id', '=', 'simple')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const path = `/${product.url_path}`;
  const page = async () => (await fetch(shop.origin + path)).text();
  expect(await page()).not.toContain('Renamed today');
  expect(await cacheStatus(path)).toBe('Hit');
  await shop.db.updateTable('product').set({ name: 'Renamed today' }).where('id', '=', product.id).execute();
  await announceChange(shop.db, [product.id]);
  await expect.poll(page).toContain('Renamed today');

  await expect.poll(() => cacheStatus(path)).toBe('Hit');
  expect(await invalidate(`P${product.id}`)).toBe(200);
  expect(await cacheStatus(path)).toBe('Miss');
  // The process receives its own announcement too, a moment later.
  await expect.poll(() => cacheStatus(path)).toBe('Hit');
});

test.each<[path: string, ...kinds: string[]]>([
  ['/', 'home', 'block'],
  ['/pantry', 'category'],
  ['/search?q=tea', 'search', 'product'],
  ['/wishlist', 'lists'],
  ['/storelocator', 'stores', 'page', 'block'],
  ['/faq', 'page'],
  ['/sale', 'page', 'product'],
])('each kind of cache tag of %s removes the page from the cache', async (path, ...kinds) => {
  const tags = (await headersOf(path)).get('x-vs-cache-tags')?.split(' ') ?? [];
  expect(tags.filter((tag) => !/^[PC]\d+$/.test(tag))).toEqual(kinds);
  for (const tag of kinds) {
    await expect.poll(() => cacheStatus(path)).toBe('Hit');
    expect([tag, await invalidate(tag), await cacheStatus(path)]).toEqual([tag, 200, 'Miss']);
  }
});

test('many visitors at once get every page, whether another visitor opened it before or nobody did', async () => {
  const shoppers = 64;
  const titles: Record<string, string> = {
    '/': 'Fynbos',
    '/pantry': 'Pantry',
    '/faq': 'Questions and answers',
    '/cart': 'Cart',
  };
  const open = async (path: string, title: string) => {
    const response = await fetch(shop.origin + path);
    return [path, response.status, title.length > 0 && (await response.text()).includes(title)];
  };
  const visits = Array.from({ length: shoppers }, (_, shopper) => [
    ...Object.entries(titles).map(([path, title]) => open(path, title)),
    open(`/search?q=tea%20${shopper}`, `tea ${shopper}`),
  ]);
  const wrong = (await Promise.all(visits.flat())).filter(
    ([, status, isRight]) => status !== 200 || !isRight,
  );
  expect(wrong).toEqual([]);
});

test('GraphQL is off by default', async () => {
  expect(await (await fetch(`${shop.origin}/graphql`)).json()).toMatchObject({ code: 404 });
});
