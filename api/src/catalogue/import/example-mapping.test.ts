import { join } from 'node:path';
import { withTax } from '@fynbos/core/money.ts';
import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';
import type { ImportReport } from './import.ts';

/**
 * The example mapping on rows that have every kind of promotion. `real-data-import.stress.ts` imports the
 * whole price list.
 */
const map = join(import.meta.dirname, '../../../../catalogue/examples/za-grocery.map.json');

type Row = { sku: string } & Record<string, unknown>;
const product = (sku: string, more: object = {}): Row => ({
  ...{ sku, name: `Product ${sku}`, brand: 'Kloof', pack_text: '500g', price_incl_tax: 29.99 },
  ...{ was_price_incl_tax: null, promotion: null, category_l1: 'Pantry', category_l2: 'Rice & Pasta' },
  ...{ category_confidence: 'high', first_seen: '2025-11-06', last_seen: '2026-02-19' },
  ...{ age_from: null, vat_rate_guess: 15, diet_keys: [] },
  ...more,
});
const promotion = (type: string, more: object) => ({
  promotion: { text: `${type} offer`, loyalty: false, type, ...more },
});
const products: Row[] = [
  product('PLAIN', { price_incl_tax: 299.99, age_from: 18 }),
  product('ZERO', { vat_rate_guess: 0, diet_keys: ['gluten_free', 'vegan'] }),
  product('UNSORTED', { category_l1: null, category_l2: null, category_confidence: 'low' }),
  product('GONE', { last_seen: '2026-01-01' }),
  product('WAS', { was_price_incl_tax: 39.99 }),
  product('PERCENT', promotion('percent_off', { qty: 1, percent: 10 })),
  product('MEMBERS', promotion('special_price', { price: 19.99, loyalty: true })),
  product('TWO1', promotion('buy_n_pay_m', { qty: 3, pay_for: 2 })),
  product('TWO2', promotion('buy_n_pay_m', { qty: 3, pay_for: 2 })),
  product('THREE', promotion('multi_buy_fixed', { qty: 3, price: 60 })),
  product('COMBO1', promotion('combo_fixed', { price: 50 })),
  product('COMBO2', { ...promotion('combo_fixed', { price: 50 }), category_l2: 'Sauces' }),
  product('CLUB', promotion('buy_n_pay_m', { qty: 6, pay_for: 5, loyalty: true })),
  product('SMALL', { pack_text: '250g', price_incl_tax: 14.99 }),
  product('LARGE', { pack_text: '1kg', price_incl_tax: 49.99 }),
];
const family = {
  ...{ parent_name: 'Kloof Rice', brand: 'Kloof', category_l1: 'Pantry', category_l2: 'Rice & Pasta' },
  attribute: 'packsize',
  children: [
    { sku: 'SMALL', packsize: '250g' },
    { sku: 'LARGE', packsize: '1kg' },
  ],
};
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const files = { 'products.jsonl': lines(products), 'variant_families.jsonl': lines([family]) };

let shop: FreshDatabase;
let report: ImportReport;
const load = () => withFiles(files, (folder) => importShop(shop.db, folder, { map }));
beforeAll(async () => {
  shop = await freshDatabase();
  report = await load();
});
afterAll(() => shop.drop());

const noticeCount = (message: string) =>
  report.notices.find((notice) => notice.message.startsWith(message))?.count;

test('the example mapping creates every product and a configurable product for a family', async () => {
  expect(report.problems).toEqual([]);
  expect(report.products.created).toBe(products.length + 1);
  const { rows } = await sql<{ parent: string; children: string[] }>`
    select p.sku as parent, array_agg(c.sku order by c.sku) as children
    from product_child join product p on p.id = parent_id join product c on c.id = child_id
    group by p.sku`.execute(shop.db);
  expect(rows).toEqual([{ parent: 'FAM-SMALL', children: ['LARGE', 'SMALL'] }]);
});

test('the example mapping converts gross prices to the cent and public offers to special prices', async () => {
  const { rows } = await sql<{ sku: string; tax: number; price: number; special: number | null }>`
    select sku, tax_class_id as tax, price, special_price as special
    from product join product_price on product_id = id
    where sku in ('PLAIN', 'ZERO', 'WAS', 'PERCENT', 'MEMBERS') order by sku`.execute(shop.db);
  const grossPrices = rows.map(({ sku, tax, price, special }) => {
    const rate = tax === 3 ? 0 : 15;
    return [sku, withTax(price, rate), special === null ? null : withTax(special, rate)];
  });
  expect(grossPrices).toEqual([
    ['MEMBERS', 2999, null],
    ['PERCENT', 2999, 2699],
    ['PLAIN', 29_999, null],
    ['WAS', 3999, 2999],
    ['ZERO', 2999, null],
  ]);
});

test('the example mapping imports quantity and combination offers as promotions, without those for members', async () => {
  const { rows } = await sql<{ kind: string; skus: string[] }>`
    select kind, array_agg(sku order by sku) as skus
    from deal join deal_product on deal_id = deal.id group by deal.id, kind order by kind`.execute(shop.db);
  expect(rows).toEqual([
    { kind: 'buy_n_pay_m', skus: ['TWO1', 'TWO2'] },
    { kind: 'combo', skus: ['COMBO1', 'COMBO2'] },
    { kind: 'n_for', skus: ['THREE'] },
  ]);
  expect(noticeCount('promotions for members only')).toBe(1);
  expect(noticeCount('prices for members only')).toBe(1);
});

test('the example mapping finds a category for every product and the stock by the last day', async () => {
  const { rows } = await sql<{ sku: string; path: string }>`
    select sku, category.url_path as path from product_category join category on category.id = category_id
    join product on product.id = product_id where sku in ('UNSORTED', 'ZERO') and level = 3
    order by sku, path`.execute(shop.db);
  expect(rows.map(({ sku, path }) => [sku, path])).toEqual([
    ['UNSORTED', 'other/to-be-sorted'],
    ['ZERO', 'pantry/rice-pasta'],
    ['ZERO', 'special-diets/gluten-free'],
    ['ZERO', 'special-diets/vegan-vegetarian'],
  ]);
  const { rows: soldOut } = await sql<{ sku: string }>`
    select sku from stock join product on id = product_id where not is_in_stock and type_id = 'simple'`.execute(
    shop.db,
  );
  expect(soldOut).toEqual([{ sku: 'GONE' }]);
  expect(noticeCount('products no longer listed')).toBe(1);
});

test('the example mapping changes nothing the second time', async () => {
  const before = await stateOf(shop.db);
  expect((await load()).products).toEqual({ created: 0, updated: 0, unchanged: products.length + 1 });
  expect(await stateOf(shop.db)).toEqual(before);
});
