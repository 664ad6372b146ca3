import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from './import.ts';

/** Import of store stock (spec D43). */

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
  const products =
    'sku,type_id,parent_sku,configurable_attributes,name,price,qty,packsize\nOATS,simple,,,Oats,1,9,\n' +
    'FAM,configurable,,packsize,Family,,,\nFAM-1,simple,FAM,,One,1,5,1 kg\n';
  expect((await load({ 'products.csv': products })).problems).toEqual([]);
});
afterAll(() => shop.drop());

const load = (files: Record<string, string>) => withFiles(files, (folder) => importInto(shop.db, folder));
const table = (rows: string) => ({ 'store-stock.csv': `sku,store,qty\n${rows}` });

describe('store-stock.csv', () => {
  test('writes store stock; the same file twice changes nothing, and an empty quantity removes the row', async () => {
    const first = await load(table('OATS,CPT,3\nOATS,DBN,0\nFAM-1,CPT,2.5\n'));
    expect(first).toMatchObject({ ok: true, files: ['store-stock.csv'], storeStock: 3 });
    const rows = await shop.db.selectFrom('store_stock').selectAll().orderBy('qty').execute();
    expect(rows.map(({ store_code, qty, is_in_stock }) => [store_code, qty, is_in_stock])).toEqual([
      ['DBN', 0, false],
      ['CPT', 2.5, true],
      ['CPT', 3, true],
    ]);
    const before = await stateOf(shop.db);
    expect(await load(table('OATS,CPT,3\nOATS,DBN,0\n'))).toMatchObject({ ok: true, storeStock: 0 });
    expect(await stateOf(shop.db)).toEqual(before);
    expect(await load(table('OATS,DBN,\n'))).toMatchObject({ ok: true, storeStock: 1 });
    expect(await shop.db.selectFrom('store_stock').selectAll().execute()).toHaveLength(2);
  });

  test('may be JSON lines, and may be imported together with the products it names', async () => {
    const report = await load({
      'products.csv': 'sku,name,price\nNEW,New,1\n',
      'store-stock.jsonl': '{"sku":"NEW","store":"KNY","qty":7}\n',
    });
    expect(report).toMatchObject({ ok: true, storeStock: 1 });
  });

  test.each([
    ['an unknown product', 'NONE,CPT,1\n', 'sku', 'there is no product "NONE"'],
    ['a configurable product', 'FAM,CPT,1\n', 'sku', 'has the stock of its variants'],
    ['no sku', ',CPT,1\n', 'sku', 'missing'],
    ['no store', 'OATS,,1\n', 'store', 'no store code'],
    ['a quantity below 0', 'OATS,CPT,-1\n', 'qty', 'negative'],
    ['a quantity that is no number', 'OATS,CPT,few\n', 'qty', 'no quantity'],
  ])('refuses %s', async (_, row, column, reason) => {
    const before = await stateOf(shop.db);
    const { ok, problems } = await load(table(row));
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ file: 'store-stock.csv', line: 2, column }]);
    expect(problems[0]!.reason).toContain(reason);
    expect(await stateOf(shop.db)).toEqual(before);
  });

  test('refuses an unknown column and a repeated store', async () => {
    const unknown = await load({ 'store-stock.csv': 'sku,store,qty,colour\nOATS,CPT,1,red\n' });
    expect(unknown.problems).toMatchObject([{ column: 'colour' }]);
    const twice = await load(table('OATS,CPT,1\nOATS,CPT,2\n'));
    expect(twice.problems).toMatchObject([{ line: 3, column: 'store' }]);
  });
});
