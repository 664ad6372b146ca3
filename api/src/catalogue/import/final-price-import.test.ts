import { emptyShop, stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importInto } from './import.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
beforeEach(() => emptyShop(shop.db));
afterAll(() => shop.drop());

const load = (files: Record<string, string>) => withFiles(files, (folder) => importInto(shop.db, folder));
const document = (fields: object) =>
  load({ 'products.jsonl': JSON.stringify({ id: 1, sku: 'A', name: 'A', tax_class_id: 2, ...fields }) });
const storedPrice = () =>
  shop.db
    .selectFrom('product_price')
    .select(['price', 'special_price', 'final_price'])
    .executeTakeFirstOrThrow();

describe("import of a document's final price (spec commerce 3, wire contract 4.2)", () => {
  test.each([
    ['F: stores a final price below the price', { price: 100, final_price: 90 }, [100, null, 90]],
    [
      'G: stores a final price below the special price',
      { price: 100, special_price: 80, final_price: 70 },
      [100, 80, 70],
    ],
    [
      'H: stores a final price above the special price',
      { price: 100, special_price: 80, final_price: 90 },
      [100, 80, 90],
    ],
    [
      'ignores a final price equal to the special price',
      { price: 100, special_price: 80, final_price: 80 },
      [100, 80, null],
    ],
    [
      'ignores a final price that is not below the price',
      { price: 100, final_price: 100 },
      [100, null, null],
    ],
    ['ignores a final price of 0', { price: 100, final_price: 0 }, [100, null, null]],
  ])('%s', async (_case, fields, [price, special, final]) => {
    expect((await document(fields)).problems).toEqual([]);
    const units = (value: number | null | undefined) => (value ? value * 10_000 : null);
    expect(await storedPrice()).toEqual({
      price: units(price),
      special_price: units(special),
      final_price: units(final),
    });
  });

  test('reads the final price from a table column, with or without tax', async () => {
    await load({
      'products.csv': 'sku,name,price,final_price_incl_tax,tax_class\nA,A,100,103.50,standard\n',
    });
    expect(await storedPrice()).toMatchObject({ price: 1_000_000, final_price: 900_000 });
    await load({ 'products.csv': 'sku,final_price\nA,85\n' });
    expect(await storedPrice()).toMatchObject({ final_price: 850_000 });
    await load({ 'products.csv': 'sku,final_price\nA,\n' });
    expect(await storedPrice()).toMatchObject({ price: 1_000_000, final_price: null });
  });
});

test('import accepts documents that the shop computed any number of times without taxing or reducing twice (wire contract 4.2 N and R)', async () => {
  const table = {
    'products.csv':
      'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,final_price,tax_class,qty,tier_prices\n' +
      'A,A,129.99,99.99,,,standard,5,\nB,B,129.99,99.99,2020-01-01,,standard,5,\nC,C,100.00,,,70,standard,5,1@0:60\n',
  };
  const source = await openSmallShop(table, { PRICE_TIERS: 'on' });
  const { items } = await search(source);
  await source.close();
  await load(table);
  await load({ 'products.jsonl': items.map((item: object) => JSON.stringify(item)).join('\n') });
  const once = await shop.db.selectFrom('product_price').selectAll().orderBy('product_id').execute();
  const before = await stateOf(shop.db);
  expect(once.map((row) => [row.price, row.special_price, row.final_price])).toEqual([
    [1_130_348, 869_478, null],
    [1_130_348, 869_478, null],
    [869_565, null, 700_000],
  ]);
  await load({ 'products.jsonl': items.map((item: object) => JSON.stringify(item)).join('\n') });
  expect(await stateOf(shop.db)).toEqual(before);
});
