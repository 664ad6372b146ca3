import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** Every address that the shop links or lists is served, and every name gets an address of its own (spec D30). */
let shop: WebShop;

const brands = [
  ['CYR', 'Ярмарка'],
  ['HAN', '老干妈'],
  ['HAN2', '李锦记'],
  ['GRK', 'Ελλάδα'],
  ['LAT', 'Łowicz'],
  ['TWIN', 'LOWICZ!'],
  ['MARK', '***'],
] as const;
const rows = brands.map(([sku, brand]) => `${sku},Goods of ${sku},9.99,${brand},`);

beforeAll(async () => {
  shop = await openWebShop();
  const report = await load(['CASE,Case,9.99,,Old-Shop/Rolled-Oats', ...rows]);
  expect(report.problems).toEqual([]);
  await vi.waitUntil(async () => (await get('/goods-of-mark')).status === 200, { timeout: 60_000 });
});
afterAll(() => shop?.close());

const load = (lines: readonly string[]) =>
  withFiles(
    { 'products.csv': `sku,name,price_incl_tax,product_brand,url_path\n${lines.join('\n')}\n` },
    (folder) => importShop(shop.db, folder),
  );

async function get(path: string) {
  const response = await fetch(shop.origin + path, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, to: response.headers.get('location'), html };
}

describe('the import (spec D30)', () => {
  test.each([
    'oats.php',
    'oats.png',
    'pantry/Oats.JPG',
    'oats.data',
    'style.css',
    'shop.ASPX',
    'dump.sql',
    '__manifest',
  ])('refuses the path %s, which no page can have', async (path) => {
    const { ok, problems } = await load([`NEW,New,9.99,,${path}`]);
    expect([ok, problems[0]?.column]).toEqual([false, 'url_path']);
  });

  test('refuses two paths that differ by letter case only', async () => {
    const { problems } = await load(['A,A,9.99,,same/Path', 'B,B,9.99,,same/path']);
    expect(problems[0]?.reason).toContain('is already the address of the product A');
  });

  test.each([
    ['Łosoś wędzony', 'PL-1', '/losos-wedzony'],
    ['Гречка', 'RU-1', '/grechka'],
    ['Φέτα', 'GR-1', '/feta'],
    ['Smørrebrød', 'DK-1', '/smorrebrod'],
    ['北京烤鸭', 'CN-1', '/cn-1'],
    ['Œufs', 'FR-1', '/oeufs'],
  ])('gives the product %s with the sku %s the path %s', async (name, sku, path) => {
    const { problems } = await load([`${sku},${name},9.99,,`]);
    expect(problems).toEqual([]);
    await expect.poll(async () => (await get(path)).status).toBe(200);
  });
});

describe('brands', () => {
  const pathOf = async (sku: string) =>
    /href="(\/brand\/[^"]*)"/.exec((await get(`/goods-of-${sku.toLowerCase()}`)).html)?.[1] ?? '';

  test.each(brands)('of %s, %s, have a page of their own', async (sku) => {
    const path = await pathOf(sku);
    const { status, html } = await get(path);
    expect([path, status]).toEqual([expect.stringMatching(/^\/brand\/[a-z0-9-]+$/), 200]);
    const listed = brands.filter((brand) => html.includes(`/goods-of-${brand[0].toLowerCase()}"`));
    expect(listed.map(([code]) => code)).toEqual([sku]);
  });

  test('are in the sitemap at the address that is linked', async () => {
    const sitemap = (await get('/sitemap/shop.xml')).html;
    for (const [sku] of brands) expect(sitemap).toContain(`${await pathOf(sku)}</loc>`);
    expect(sitemap).not.toContain('/brand/</loc>');
  });

  test('keep the address of the previous version as a redirect', async () => {
    expect(await get('/brand/owicz?sort=name')).toMatchObject({ status: 301, to: '/brand/lowicz?sort=name' });
  });
});

test.each([
  ['/Rooibos-Tea', '/rooibos-tea'],
  ['/PANTRY?sort=final_price', '/pantry?sort=final_price'],
  ['/old-shop/rolled-oats', '/Old-Shop/Rolled-Oats'],
  ['/About', '/about'],
  ['/Cart', '/cart'],
  ['/Brand/LOWICZ', '/brand/LOWICZ'],
  ['/brand/LOWICZ', '/brand/lowicz'],
  ['/C/pantry', '/c/pantry'],
  ['/c/Pantry', '/c/pantry'],
  ['/My-Account/Orders?page=2', '/my-account/orders?page=2'],
])('an address in another letter case redirects: %s to %s', async (path, right) => {
  expect(await get(path)).toMatchObject({ status: 301, to: right });
});

test('a stored path that looks like a file is linked at an address that works', async () => {
  const { sku, id } = await shop.db
    .updateTable('product')
    .set({ url_path: 'goods/gone.php' })
    .where('sku', '=', 'MARK')
    .returning(['sku', 'id'])
    .executeTakeFirstOrThrow();
  await announceChange(shop.db, [id]);
  const path = `/p/${sku}/gone.php`;
  await expect.poll(async () => (await get('/sitemap/products-1.xml')).html).toContain(`${path}</loc>`);
  expect((await get(path)).html).toContain(`<link rel="canonical" href="${shop.origin}${path}"`);
  expect((await get('/goods/gone.php')).status).toBe(404);
  const { problems } = await load(['MARK,Goods of MARK,9.99,***,goods/gone.php']);
  expect(problems).toEqual([]);
});
