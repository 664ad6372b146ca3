import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Addresses with URL_DISPATCHER=off (spec D30). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ URL_DISPATCHER: 'off' });
});
afterAll(() => shop?.close());

async function read(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(shop.origin + path, { redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}
const linksIn = (html: string) => [
  ...new Set([...html.matchAll(/<a[^>]* href="(\/[^"#?]*)/g)].map(([, path]) => path ?? '')),
];
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

test('without the URL dispatcher a url_path is not found', async () => {
  for (const path of ['/pantry', '/enamel-mug', '/kitchen-home/drinkware'])
    expect([path, (await read(path)).status]).toEqual([path, 404]);
});

test('without the URL dispatcher products and categories link to /p/… and /c/…', async () => {
  const categories = await shop.db.selectFrom('category').select(['slug', 'url_path']).execute();
  const urlPaths = new Set(categories.map(({ url_path }) => `/${url_path}`));
  for (const path of ['/', '/c/kitchen-home', '/search?q=mug']) {
    const links = linksIn((await read(path)).html);
    expect([path, links.filter((link) => urlPaths.has(link))]).toEqual([path, []]);
    expect([path, links.filter((link) => link.startsWith('/p/')).length > 0]).toEqual([path, true]);
    for (const link of links.filter((target) => /^\/[pc]\//.test(target)).slice(0, 12))
      expect([link, (await read(link)).status]).toEqual([link, 200]);
  }
});

test('without the URL dispatcher /p/… and /c/… are canonical, and the sitemap lists them', async () => {
  const { html } = await read('/p/KIT-MUG/enamel-mug?childSku=KIT-MUG-RED');
  expect(canonicalOf(html)).toBe(`${shop.origin}/p/KIT-MUG/enamel-mug?childSku=KIT-MUG-RED`);
  expect(html).toContain('href="/c/drinkware"');
  expect(canonicalOf((await read('/c/drinkware')).html)).toBe(`${shop.origin}/c/drinkware`);
  expect((await read('/sitemap/products-1.xml')).html).toContain(
    `<loc>${shop.origin}/p/KIT-MUG/enamel-mug</loc>`,
  );
});

test('without the URL dispatcher a category whose slug is not its name has an address of its own', async () => {
  await shop.db
    .updateTable('category')
    .set({ slug: 'mugs' })
    .where('url_path', '=', 'kitchen-home/drinkware')
    .execute();
  await announceChange(shop.db, 'all');
  await expect.poll(async () => linksIn((await read('/c/kitchen-home')).html)).toContain('/c/mugs');
  expect((await read('/c/mugs')).status).toBe(200);
});

test('without the URL dispatcher content pages keep their addresses', async () => {
  expect(canonicalOf((await read('/faq')).html)).toBe(`${shop.origin}/faq`);
  expect((await read('/i/faq')).status).toBe(200);
  expect((await read('/no-such-page')).status).toBe(404);
});
