import { withTax } from '@fynbos/core/money.ts';
import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importInto } from './import.ts';

/**
 * Random input must be imported, or be rejected with positions and an unchanged shop; it must never crash
 * the import. `npm run test:stress -- fuzz` runs the full size.
 */

const timeoutMs = isLong ? 600_000 : 120_000;

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const columns =
  'type_id parent_sku configurable_attributes price price_incl_tax special_price special_to_date price_de tax_class categories status visibility position url_path qty is_in_stock brand colour diet featured tier_prices related bundle_options custom_options created_at attr_own'.split(
    ' ',
  );
const sku = fc.constantFrom('A', 'B', 'C', 'D');
const likely = fc.constantFrom(
  '',
  '1',
  '0',
  '12.99',
  '-1',
  'yes',
  'no',
  'simple',
  'configurable',
  'bundle',
  'A',
  'B',
  'A|B',
  'A:2|C',
  'colour',
  'Red',
  'Red|Blue',
  'Pantry > Rice',
  'Pantry',
  '2026-11-20',
  'standard',
  'zero',
  'oats',
  'pantry',
  'checkout',
  '6:1.5',
  '[]',
  '[{"title":"T","type":"field"}]',
  '[{"title":"T","product_links":[{"sku":"A"}]}]',
  '2',
  '4',
  '99999999999',
  '\u00e9\u{1F34E}',
  '> ',
  '|',
  "'; drop table product; --",
);
const cell = fc.oneof(
  { weight: 5, arbitrary: likely },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

const tables = fc
  .tuple(
    fc.subarray(columns, { minLength: 1, maxLength: 8 }),
    fc.array(fc.tuple(sku, fc.array(cell, { minLength: 8, maxLength: 8 })), { maxLength: 5 }),
  )
  .map(([names, rows]) =>
    [
      ['sku', 'name', ...names],
      ...rows.map(([key, cells]) => [key, `Name ${key}`, ...cells.slice(0, names.length)]),
    ]
      .map((row) => row.map(quote).join(','))
      .join('\n'),
  );

async function loadsOrReports(files: Record<string, string | Buffer>): Promise<void> {
  const before = await stateOf(shop.db);
  const report = await withFiles(files, (folder) => importInto(shop.db, folder));
  expect(report.ok).toBe(report.problems.length === 0);
  if (report.ok) return;
  for (const { file, line, column, reason } of report.problems) {
    expect(file).not.toBe('');
    expect(line).toBeGreaterThan(0);
    expect(column).not.toBe('');
    expect(reason).not.toBe('');
  }
  expect(await stateOf(shop.db)).toEqual(before);
}

test(
  'importInto imports any random table or rejects it with positions',
  async () => {
    await fc.assert(
      fc.asyncProperty(tables, (text) => loadsOrReports({ 'products.csv': text })),
      { numRuns: repetitions(10, 1200) },
    );
  },
  timeoutMs,
);

test(
  'importInto imports any random bytes or rejects them with positions',
  async () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('products.csv', 'products.jsonl', 'categories.csv'),
        (content, name) => loadsOrReports({ [name]: content }),
      ),
      { numRuns: repetitions(5, 500) },
    );
  },
  timeoutMs,
);

test(
  'importInto imports any random JSON or rejects it with positions',
  async () => {
    const keys = fc.constantFrom(
      'sku',
      'id',
      'name',
      'price',
      'type_id',
      'url_path',
      'category',
      'category_ids',
      'stock',
      'tier_prices',
      'configurable_children',
      'configurable_options',
      'custom_options',
      'bundle_options',
      'product_links',
      'media_gallery',
      'colour',
      'diet',
      'created_at',
      'attribute_code',
      'frontend_input',
      'options',
      'parent_id',
      'level',
      'code',
      'rates',
      'product_tax_class_ids',
      '__proto__',
      'constructor',
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          null,
          true,
          '',
          'A',
          'B',
          '1',
          'select',
          'configurable',
          '\u0000',
          '\ud800',
          0,
          1,
          2,
          -1,
          1.23456,
          1e300,
        ),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(keys, tie('json'), { maxKeys: 8 }),
      ),
    }));
    const entity = fc
      .record({ sku, name: fc.constantFrom('A', 'B'), price: fc.constantFrom(1, '2.5') })
      .chain((base) => fc.dictionary(keys, json, { maxKeys: 8 }).map((more) => ({ ...base, ...more })));
    const jsonLines = fc
      .array(entity, { maxLength: 4 })
      .map((list) => list.map((value) => JSON.stringify(value)).join('\n'));
    const name = fc.constantFrom(
      'products.jsonl',
      'products.jsonl',
      'categories.jsonl',
      'attributes.jsonl',
      'taxrule.jsonl',
    );
    await fc.assert(
      fc.asyncProperty(jsonLines, name, (text, file) => loadsOrReports({ [file]: text })),
      { numRuns: repetitions(10, 1200) },
    );
  },
  timeoutMs,
);

test(
  'importInto preserves any price with tax exactly, at any tax rate',
  async () => {
    const priced = fc.record({
      price: fc.integer({ min: 0, max: 100_000_000 }),
      special: fc.integer({ min: 0, max: 100_000_000 }),
      taxClass: fc.constantFrom('standard', 'zero', 'odd'),
    });
    const taxes =
      'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nzero,3,ZA,0\nodd,4,ZA,7.125\n';
    const rates: Record<number, number> = { 2: 15, 3: 0, 4: 7.125 };
    const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    await fc.assert(
      fc.asyncProperty(fc.array(priced, { minLength: 200, maxLength: 200 }), async (list) => {
        const rows = list.map(
          (product, index) =>
            `P${index},Product ${index},${product.taxClass},${text(product.price)},${text(product.special)}`,
        );
        const table = `sku,name,tax_class,price_incl_tax,special_price_incl_tax\n${rows.join('\n')}\n`;
        const report = await withFiles({ 'taxes.csv': taxes, 'products.csv': table }, (folder) =>
          importInto(shop.db, folder),
        );
        expect(report.problems).toEqual([]);
        const storedRows = await shop.db
          .selectFrom('product')
          .innerJoin('product_price', 'product_id', 'id')
          .select(['sku', 'tax_class_id', 'price', 'special_price'])
          .where('sku', 'like', 'P%')
          .execute();
        for (const { sku, tax_class_id, price, special_price } of storedRows) {
          const input = list[Number(sku.slice(1))];
          const rate = rates[tax_class_id] ?? -1;
          expect([withTax(price, rate), withTax(special_price ?? 0, rate)]).toEqual([
            input?.price,
            input?.special,
          ]);
        }
      }),
      { numRuns: repetitions(2, 80) },
    );
  },
  timeoutMs,
);
