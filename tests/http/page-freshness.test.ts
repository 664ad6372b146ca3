import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The page cache with the default settings: every change replaces the cached pages that show it (SHELL-2). */
let shop: WebShop;
let time = Date.parse('2026-12-01T08:00:00Z');
beforeAll(async () => {
  shop = await openWebShop({}, () => new Date(time));
});
afterAll(() => shop?.close());

const sku = 'FRU-APPLE';
const product = '/golden-delicious-apples-1-5-kg';
const list = '/fresh-fruit-vegetables';

const responseOf = (path: string) => fetch(shop.origin + path);
const cacheStatus = async (path: string) => {
  const response = await responseOf(path);
  await response.arrayBuffer();
  return response.headers.get('x-vs-cache');
};
const textOf = async (path: string) => (await responseOf(path)).text();

async function load(files: Record<string, string>): Promise<void> {
  const report = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect(report.problems).toEqual([]);
}

/** Changes the shop while these pages are cached, and reads them until they show the change. */
async function changeCached(
  paths: readonly string[],
  isShown: (text: string) => boolean,
  change: () => Promise<unknown>,
): Promise<void> {
  const shown = async (path: string) => isShown(await textOf(path));
  for (const path of paths) {
    await expect.poll(() => cacheStatus(path)).toBe('Hit');
    expect([path, await shown(path)]).toEqual([path, false]);
  }
  await change();
  for (const path of paths) await expect.poll(() => shown(path), { message: path }).toBe(true);
  for (const path of paths) await expect.poll(() => cacheStatus(path)).toBe('Hit');
  for (const path of paths) expect([path, await shown(path)]).toEqual([path, true]);
}

const about = '---\ntitle: About today\nposition: 10\n---\nWritten at noon.\n';

test.each<[what: string, paths: string[], text: RegExp, files: Record<string, string>]>([
  ['a price', [product, list], /R\s?77[.,]77/, { 'products.csv': `sku,price_incl_tax\n${sku},77.77\n` }],
  [
    'the last units',
    [list],
    /Golden Delicious Apples(?:(?!<\/article>)[\s\S])*Only (?:<!-- -->)?3/,
    { 'products.csv': `sku,qty\n${sku},3\n` },
  ],
  [
    'a first review',
    [list],
    /4 of 5 stars, 1 review"(?:(?!<\/article>)[\s\S])*★(?:(?!<\/article>)[\s\S])*Golden Delicious Apples/,
    { 'reviews.csv': `sku,nickname,rating,title,detail\n${sku},Thandi,4,Crisp,Sweet and crisp.\n` },
  ],
  [
    'a category',
    [list],
    /Picked at noon\./,
    { 'categories.csv': 'path,description\nFresh Fruit & Vegetables,Picked at noon.\n' },
  ],
  ['a content page', ['/about'], /Written at noon\./, { 'content/pages/about.en.md': about }],
  ['opening hours', ['/storelocator'], /07:15/, { 'stores.csv': 'code,hours\nCPT,Mo-Fr 07:15-19:00\n' }],
])('%s that the operator changes appears on cached pages', async (_what, paths, text, files) => {
  await changeCached(
    paths,
    (html) => text.test(html),
    () => load(files),
  );
});

test('a promotion and a special price start and end on cached pages at their time', async () => {
  const files = {
    'products.csv':
      'sku,special_price_incl_tax,special_from_date,special_to_date\n' +
      `${sku},55.55,2026-12-02T08:00:00Z,2026-12-03T08:00:00Z\n`,
    'deals.csv': `code,label,kind,qty,price_incl_tax,skus,valid_from,valid_to\nnoon,Two at noon,n_for,2,50.00,${sku},2026-12-02,2026-12-02\n`,
  };
  await load(files);
  const banana = await shop.db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', 'FRU-BANANA')
    .executeTakeFirstOrThrow();
  // The timers of the shop run in real time: any change makes it read the clock.
  const advanceTo = (instant: string) => {
    time = Date.parse(instant);
    return announceChange(shop.db, [banana.id]);
  };
  const isReduced = (text: string) => /R\s?55[.,]55/.test(text);
  const isPromoted = (text: string) => text.includes('Two at noon');
  await changeCached(
    [product, list],
    (text) => isReduced(text) && isPromoted(text),
    () => advanceTo('2026-12-02T09:00:00Z'),
  );
  await changeCached(
    [product, list],
    (text) => !isReduced(text) && !isPromoted(text),
    () => advanceTo('2026-12-04T09:00:00Z'),
  );
});

test('a product that is taken off sale leaves cached pages', async () => {
  for (const path of [product, list]) await expect.poll(() => cacheStatus(path)).toBe('Hit');
  expect(await textOf(list)).toContain('Golden Delicious');
  await load({ 'products.csv': `sku,status\n${sku},2\n` });
  await expect.poll(async () => (await responseOf(product)).status).toBe(404);
  await expect.poll(() => textOf(list)).not.toContain('Golden Delicious');
});
