import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';
import type { ImportOptions } from './import.ts';
import { describeReport } from './import-report.ts';

/** A price list as a point of sale exports it: semicolons, Windows-1252, prices of several kinds, errors. */
let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const priceList = Buffer.from(
  [
    'Code;Item;Selling;Cost cents;On hand;Picture',
    'A;"Caf\u00e9 au lait";R 930.42;4501;1 200;',
    'B;"Two\nlines";9,95;450;-3;/nowhere/b.jpg',
    'C;<b>Bold</b> biscuits;R1,189.51;R 12;2,5;',
    'D;Duplicate;10;1;1;',
    'D;Duplicate again;11;1;1;',
    'E;On request;POA;1;1;',
    'F;On request;POA;1;1;',
    'G;Cut off;1',
    ';No code;12.50;1;1;',
    'H;No price;;1;1;',
  ].join('\r\n'),
  'latin1',
);

const mapping = JSON.stringify({
  files: {
    'list.csv': {
      columns: {
        sku: 'Code',
        name: 'Item',
        price_incl_tax: 'Selling',
        special_price_incl_tax: { from: 'Cost cents', times: '0.01' },
        qty: 'On hand',
        image: 'Picture',
      },
    },
  },
});

const load = (options: ImportOptions) =>
  withFiles({ 'list.csv': priceList, 'list.map.json': mapping }, (folder) =>
    importShop(shop.db, `${folder}/list.csv`, { ...options, map: `${folder}/list.map.json` }),
  );

/** The stored price without 15 % tax, in ten-thousandths. */
const net = (rand: number): string => String(Math.round((rand * 10_000) / 1.15));

const problems = [
  'list.csv, row 9 (line 10), Selling: the row has 3 cells, the header 6: is the row cut off',
  'list.csv, price_incl_tax: "POA" is no price: digits with a point before the cents, such as 1234.50 (2 times: rows 7-8)',
  'list.csv, row 10 (line 11), sku: the sku is missing',
  'list.csv, row 6 (line 7), sku: "D" stands already in list.csv, line 6',
  'list.csv, row 11 (line 12), price: a new product needs a price',
];

test('a messy price list is refused with each problem by row', async () => {
  const report = await load({});
  expect(report.ok).toBe(false);
  const text = describeReport(report);
  for (const problem of problems) expect(text).toContain(problem);
  expect(text).toContain('Nothing was written: there are 6 problems.');
  expect(await shop.db.selectFrom('product').select('sku').execute()).toEqual([]);
});

test('with skipInvalid the other rows are loaded, and what was assumed is shown', async () => {
  const report = await load({ skipInvalid: true });
  const text = describeReport(report);
  for (const problem of problems) expect(text).toContain(problem);
  expect(report).toMatchObject({ ok: true, products: { created: 4 }, skippedRows: 6 });
  expect(text).toContain('skipped because of a problem: 6 rows');
  expect(report.notices).toEqual(
    expect.arrayContaining([
      { message: 'files read as Windows-1252', count: 1, examples: ['list.csv'] },
      expect.objectContaining({
        message: 'Selling: numbers read as digits with a decimal point',
        examples: ['"R 930.42" as 930.42', '"9,95" as 9.95', '"R1,189.51" as 1189.51'],
      }),
      { message: 'negative stock was read as 0', count: 1, examples: ['-3 of B'] },
      { message: 'names with HTML tags, which shoppers see as text', count: 1, examples: ['C'] },
    ]),
  );
  expect(report.warnings).toMatchObject([{ row: 3, column: 'image' }]);
  const rows = await shop.db
    .selectFrom('product')
    .innerJoin('product_price', 'product_price.product_id', 'product.id')
    .innerJoin('stock', 'stock.product_id', 'product.id')
    .select(['sku', 'name', 'product_price.price', 'special_price', 'qty'])
    .orderBy('sku')
    .execute();
  expect(rows.map((row) => Object.values(row).map(String))).toEqual([
    ['A', 'Caf\u00e9 au lait', net(930.42), net(45.01), '1200'],
    ['B', 'Two\nlines', net(9.95), net(4.5), '0'],
    ['C', '<b>Bold</b> biscuits', net(1189.51), net(0.12), '2.5'],
    ['D', 'Duplicate', net(10), net(0.01), '1'],
  ]);
});

test('importing the list again changes nothing', async () => {
  expect(await load({ skipInvalid: true })).toMatchObject({
    ok: true,
    products: { created: 0, updated: 0, unchanged: 4 },
  });
});

test('a problem of the whole file is not skipped', async () => {
  const report = await withFiles({ 'products.csv': 'sku,name,prize\nA,A,1\n' }, (folder) =>
    importShop(shop.db, folder, { skipInvalid: true }),
  );
  expect(report).toMatchObject({ ok: false, problems: [{ line: 1, column: 'prize' }] });
});

test('a child of a skipped product is skipped too', async () => {
  const table =
    'sku,type_id,parent_sku,configurable_attributes,name,price,packsize\n' +
    'FAM,magic,,packsize,Family,,\nFAM-1,simple,FAM,,One,1,1 kg\nLONE,simple,,,Lone,1,\n';
  const report = await withFiles({ 'products.csv': table }, (folder) =>
    importShop(shop.db, folder, { skipInvalid: true }),
  );
  expect(report).toMatchObject({ ok: true, products: { created: 1 }, skippedRows: 2 });
});
