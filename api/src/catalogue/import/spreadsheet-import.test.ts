import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';
import type { ImportOptions } from './import.ts';
import { describeReport } from './import-report.ts';

/** Tables as people save them from a spreadsheet. */
let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const load = (table: string | Buffer, options: ImportOptions = {}) =>
  withFiles({ 'products.csv': table }, (folder) => importShop(shop.db, folder, options));

test.each([
  ['a delimiter line', 'sep=;\nsku;name;price\nA;A;39,99\n'],
  ['a header in capitals, with spaces', 'SKU , Name,Price\nA,A,39.99\n'],
  ['unnamed empty columns and rows', 'sku,name,price,,\n,,,,\nA,A,39.99,,\n,,,,\n'],
  ['tabs', 'sku\tname\tprice\nA\tA\t39,99\n'],
  ['old line ends', 'sku,name,price\rA,A,39.99\r'],
  ['titles and notes', 'Price list November;;\n;;\nsku;name;price\nA;A;39,99\nPrices without tax.;;\n'],
  ['UTF-16 with tabs', Buffer.from('\ufeffSKU\tName\tPrice\r\nA\tCaf\u00e9\tR 39,99\r\n', 'utf16le')],
  ['Windows-1252', Buffer.from('SKU;Name;Price\r\nA;Caf\u00e9;R39,99\r\n', 'latin1')],
])('%s', async (_what, table) => {
  const report = await load(table, { dryRun: true });
  expect(report.problems).toEqual([]);
  expect(report.products).toMatchObject({ created: 1 });
});

test.each([
  'Total;;1 234,50',
  'TOTAL: 123 items;;',
  'Grand total;;R 9 999,00',
  'Subtotal excl VAT;;12',
  'Totaal;;12',
  'Prices valid until 30 November 2026;;',
  'Pryse geldig tot 30 November;;',
  'E&OE;;',
  'E. & O. E.;;',
  'Page 3 of 60;;',
  'Bladsy 3 van 60;;',
  '3/60;;',
  'Printed on 2026-11-20 by Thandi;;',
  '* while stocks last;;',
  'Terms and conditions apply;;',
])('the footer "%s" is left out and named with its row', async (footer) => {
  const report = await load(`sku;name;price\nA;A;39,99\n;;\n${footer}\n`, { dryRun: true });
  expect([report.problems, report.products.created]).toEqual([[], 1]);
  expect(describeReport(report)).toContain(`row 4: ${footer.split(';')[0]}`);
});

test.each(['TOTAL-1;Oil;9', 'Total;Toothpaste;9', 'PAGE1;A4 paper;9', '12/60;Screws;9'])(
  'the product "%s" is no footer',
  async (row) => {
    const report = await load(`sku;name;price\nA;A;39,99\n${row}\n`, { dryRun: true });
    expect([report.problems, report.products.created]).toEqual([[], 2]);
  },
);

test('page numbers and headers between the rows are left out, each named with its row', async () => {
  const page = (at: number) => `sku;name;price\nP${at};P;9,95\nPage ${at} of 9;;\n`;
  const report = await load(Array.from({ length: 9 }, (_, at) => page(at + 1)).join(''), { dryRun: true });
  expect([report.problems, report.products.created]).toEqual([[], 9]);
  const text = describeReport(report);
  for (let at = 1; at <= 9; at++) expect(text).toContain(`row ${at * 3}: Page ${at} of 9`);
});

const dated = (...dates: string[]) =>
  load(
    `sku,name,price,special_price,special_to_date\n${dates.map((date, at) => `D${at},D,9,8,${date}\n`).join('')}`,
  );

test('dates are read in the order that the file shows', async () => {
  expect((await dated('2026/11/20', '03/04/2026', '28/04/2026')).problems).toEqual([]);
  const ends = async () => {
    const rows = await shop.db.selectFrom('product_price').select('special_to_date').execute();
    return rows.map((row) => row.special_to_date?.toISOString().slice(0, 10)).sort();
  };
  expect(await ends()).toEqual(['2026-04-03', '2026-04-28', '2026-11-20']);
  expect((await dated('2026/11/20', '03/04/2026', '04/28/2026')).problems).toEqual([]);
  expect(await ends()).toEqual(['2026-03-04', '2026-04-28', '2026-11-20']);
});

test.each([
  ['a date with two meanings', 'special_to_date', '03/04/2026', 'write the year first'],
  ['an amount with two meanings', 'price', '"1,234"', 'two meanings'],
  ['a quantity with two meanings', 'qty', '"2,500"', 'two meanings'],
  ['a shortened code', 'product_code', '6.00101E+12', 'format the column as text'],
  ['a shortened code with a comma', 'product_code', '"6,00101E+12"', 'format the column as text'],
])('%s is refused with its row', async (_what, column, cell, reason) => {
  const report = await load(`sku,name,${column}\nA,A,\nB,B,${cell}\n`);
  expect(report.problems).toContainEqual(
    expect.objectContaining({ row: 3, column, reason: expect.stringContaining(reason) }),
  );
});

test('a price list of 3,000 rows loads with every doubt named by its row', async () => {
  const price = (row: number) => {
    const [whole, cents] = [String(row + 1), String(row % 100).padStart(2, '0')];
    const grouped = (separator: string) => whole.replace(/(\d)(\d{3})$/, `$1${separator}$2`);
    const forms = [`R ${grouped(' ')},${cents}`, `${grouped('.')},${cents}`, `${whole},${cents}`];
    return [...forms, `ZAR ${grouped('\u00a0')},${cents}`][row % 4];
  };
  const line = (row: number) => `${row === 1500 ? '6,00101E+12' : `P${row}`};Product ${row};${price(row)};;`;
  const lines = Array.from({ length: 3000 }, (_, row) => line(row));
  lines[2000] = 'P2000;Product 2000;POA;;';
  const table = [
    'Ntaba Wholesale;;;;',
    'November;2026;;;',
    ';;;;',
    'SKU;Name;Price incl tax;;',
    ...lines,
    ';;;;',
  ];
  const footer = ['All prices include VAT.;;;;', 'Total: 3000 items;;;;', 'E&OE;;;;', 'Page 60 of 60;;;;'];
  const report = await load([...table, ...footer].join('\r\n'), { skipInvalid: true });
  const text = describeReport(report);
  expect(report).toMatchObject({ ok: true, products: { created: 2998 }, skippedRows: 2 });
  expect(text).toMatch(/(row|line) 1505\b.*, sku: "6,00101E\+12" was shortened by a spreadsheet/);
  expect(text).toMatch(/(row|line) 2005\b.*, price_incl_tax: "POA" is no price/);
  expect(text).toContain('row 1: Ntaba Wholesale');
  for (const [at, line] of footer.entries())
    expect(text).toContain(`row ${3006 + at}: ${line.replaceAll(';', '')}`);
  const query = shop.db.selectFrom('product_price').innerJoin('product', 'product.id', 'product_id');
  const stored = await query.select('price').where('sku', '=', 'P1233').executeTakeFirstOrThrow();
  expect(stored.price).toBe(Math.round((1234.33 * 10_000) / 1.15));
});

test('delimiter, decimal sign and order of dates are named before anything is written', async () => {
  const table = 'sku;name;price;special_price;special_to_date\nFORM;A;39,99;9,95;28/04/2026\n';
  for (const dryRun of [true, false]) {
    const steps: string[] = [];
    await load(table, {
      dryRun,
      onFormats: (lines) => steps.push(lines.join()),
      onProgress: ({ step }) => step === 'writing' && steps.push(step),
    });
    const formats = 'semicolons between cells, decimal commas, dates with the day first';
    expect([...new Set(steps)]).toEqual([
      `products.csv is read with ${formats}`,
      ...(dryRun ? [] : ['writing']),
    ]);
  }
});
