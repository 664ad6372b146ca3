import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importInto } from './import/import.ts';
import { type LiveCatalogue, openCatalogue } from './live-catalogue.ts';
import { stalePages } from './stale-pages.ts';

const files = {
  'products.csv': [
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,qty,packsize,categories,associated',
    'TEA,simple,,,Tea,40,9,,Drinks|Hot,',
    'SALT,simple,,,Salt,10,7,,,',
    'CHAI,simple,,,Chai,50,9,,Drinks,',
    'ROPE,configurable,,packsize,Rope,,,,,',
    'ROPE-1,simple,ROPE,,Rope 1,20,5,1 m,,',
    'ROPE-2,simple,ROPE,,Rope 2,30,5,2 m,,',
    'MUG,simple,,,Mug,60,9,,,',
    'PAIR,grouped,,,Pair,,,,,CHAI|MUG',
  ].join('\n'),
};

let database: FreshDatabase;
let catalogue: LiveCatalogue;
let publishedTags: ForgottenTags[] = [];
const idOf = (sku: string) => catalogue.findBySku(sku)!.id;

beforeAll(async () => {
  database = await freshDatabase();
  await withFiles(files, (folder) => importInto(database.db, folder));
  catalogue = await openCatalogue({ db: database.db, now: () => new Date() });
  catalogue.onChange((change) => void publishedTags.push(stalePages(change)));
});
afterAll(() => database.drop());

/** The tags that are published after a change of a product is read. */
async function after(sku: string, change: string): Promise<ForgottenTags> {
  publishedTags = [];
  const id = idOf(sku);
  await sql.raw(change.replace('$id', String(id))).execute(database.db);
  await catalogue.refresh([id]);
  expect(publishedTags).toHaveLength(1);
  return publishedTags[0]!;
}

test("stalePages invalidates only the product's own pages when an order changes the displayed quantity (SHELL-2)", async () => {
  expect(await after('SALT', 'update stock set qty = 6 where product_id = $id')).toEqual([]);
  expect(await after('SALT', 'update stock set qty = 5 where product_id = $id')).toEqual([
    `P${idOf('SALT')}`,
  ]);
  expect(await after('SALT', 'update stock set qty = 4 where product_id = $id')).toEqual([
    `P${idOf('SALT')}`,
  ]);
});

test("stalePages also invalidates the family's pages when the displayed quantity of a variant changes", async () => {
  const tags = await after('ROPE-1', 'update stock set qty = 4 where product_id = $id');
  expect(new Set(tags)).toEqual(new Set([`P${idOf('ROPE-1')}`, `P${idOf('ROPE')}`]));
});

test("stalePages invalidates the product's pages and product lists when a price, a name or availability changes", async () => {
  const stale = async (sku: string, change: string) => new Set(await after(sku, change));
  const lists = ['home', 'category', 'search', 'page'];
  const tea = new Set([`P${idOf('TEA')}`, ...lists]);
  expect(await stale('TEA', 'update stock set qty = 0, is_in_stock = false where product_id = $id')).toEqual(
    tea,
  );
  expect(await stale('TEA', 'update stock set qty = 9, is_in_stock = true where product_id = $id')).toEqual(
    tea,
  );
  expect(await stale('TEA', `update product set name = 'Rooibos' where id = $id`)).toEqual(tea);
  const family = ['ROPE-2', 'ROPE'].map((sku) => `P${idOf(sku)}`);
  expect(
    await stale('ROPE-2', 'update product_price set price = price + 100 where product_id = $id'),
  ).toEqual(new Set([...family, ...lists]));
});

test('stalePages invalidates the pages of a set when one of its parts changes', async () => {
  const json = () => String(catalogue.findBySku('PAIR')!.json);
  const before = json();
  expect(await after('CHAI', `update product set name = 'Masala Chai' where id = $id`)).toContain(
    `P${idOf('PAIR')}`,
  );
  expect(json()).toBe(before);
  expect(await after('CHAI', 'update stock set qty = 8 where product_id = $id')).toEqual([]);
  expect(await after('CHAI', 'update stock set qty = 3 where product_id = $id')).toEqual(
    expect.arrayContaining([`P${idOf('CHAI')}`, `P${idOf('PAIR')}`]),
  );
});

test('stalePages invalidates every page when a product becomes visible or hidden, moves or is deleted', async () => {
  expect(await after('CHAI', 'update product set visibility = 1 where id = $id')).toBe('*');
  expect(await after('CHAI', 'update product set visibility = 4 where id = $id')).toBe('*');
  expect(await after('CHAI', 'delete from product_category where product_id = $id')).toBe('*');
  expect(await after('SALT', 'delete from product where id = $id')).toBe('*');
});

test('stalePages invalidates every page when a relisted product or a category appears or disappears (listOutOfStock off)', async () => {
  const catalogue = await openCatalogue({ db: database.db, now: () => new Date(), listOutOfStock: false });
  const publishedTags: ForgottenTags[] = [];
  catalogue.onChange((change) => void publishedTags.push(stalePages(change)));
  const set = async (sku: string, inStock: boolean) => {
    await sql`update stock set is_in_stock = ${inStock} where product_id = ${idOf(sku)}`.execute(database.db);
    await catalogue.refresh([idOf(sku)]);
  };
  await sql`insert into product_category select ${idOf('ROPE')}, id from category where name = 'Drinks'`.execute(
    database.db,
  );
  await catalogue.reload();
  publishedTags.length = 0;
  await set('TEA', false);
  expect(publishedTags.pop(), 'category Hot is empty').toBe('*');
  await set('TEA', true);
  expect(publishedTags.pop()).toBe('*');
});

test('stalePages ignores the order in which the database returns categories', async () => {
  const id = idOf('TEA');
  const query = sql<{
    category_id: number;
  }>`select category_id from product_category where product_id = ${id}`;
  const ids = async () => (await query.execute(database.db)).rows.map((row) => row.category_id);
  const before = await ids();
  expect(before).toHaveLength(2);
  const [first] = before;
  await sql`delete from product_category where product_id = ${id} and category_id = ${first}`.execute(
    database.db,
  );
  await sql`insert into product_category values (${id}, ${first})`.execute(database.db);
  expect(await ids()).toEqual(before.toReversed());
  expect(await after('TEA', 'select 1')).toEqual([]);
});
