import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productTypes } from '@fynbos/core/catalogue/entities.ts';
import { defaultFilters } from '@fynbos/core/catalogue/listing.ts';
import { priceRanges } from '@fynbos/core/catalogue/price-ranges.ts';
import { withTax } from '@fynbos/core/money.ts';
import { stateOf } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductRecord } from '../documents/catalogue-write-store.ts';
import { type ImportReport, importInto } from './import.ts';

/** The demo shop is loaded by the same import as any other shop (spec D43) and covers every feature. */

const catalogue = join(import.meta.dirname, '../../../../catalogue');
const now = new Date('2026-11-20T10:00:00Z');
const rates: Record<number, number> = { 2: 15, 3: 0, 4: 15 };

let shop: FreshDatabase;
let report: ImportReport;
let products: ProductRecord[];
let prices: { product_id: number; store_code: string; price: number; special_price: number | null }[];
beforeAll(async () => {
  shop = await freshDatabase();
  report = await importInto(shop.db, join(catalogue, 'demo'), { now });
  products = await shop.db.selectFrom('product').selectAll().execute();
  prices = await shop.db.selectFrom('product_price').selectAll().execute();
});
afterAll(() => shop.drop());

const grossPrice = (sku: string) => {
  const product = products.find((candidate) => candidate.sku === sku);
  const price = prices.find((row) => row.product_id === product?.id && row.store_code === '');
  return product && price && withTax(price.price, rates[product.tax_class_id] ?? -1);
};

test('the demo catalogue imports without problems, and a second import changes nothing', async () => {
  expect(report.problems).toEqual([]);
  const before = await stateOf(shop.db);
  await importInto(shop.db, join(catalogue, 'demo'));
  expect(await stateOf(shop.db)).toEqual(before);
});

describe('there is', () => {
  test('at least 1,000 visible products in 18 groups and 90 categories', async () => {
    expect(products.filter((product) => product.visibility > 1).length).toBeGreaterThanOrEqual(1000);
    const categories = await shop.db.selectFrom('category').selectAll().execute();
    expect(categories.filter((category) => category.level === 2).length).toBe(18);
    expect(categories.filter((category) => category.level === 3).length).toBeGreaterThanOrEqual(90);
    expect(categories.map((category) => category.name)).toEqual(
      expect.arrayContaining(['Special Diets', 'Health Products']),
    );
  });

  test('a product in every category', async () => {
    const empty = await shop.db
      .selectFrom('category')
      .leftJoin('product_category', 'category_id', 'category.id')
      .select('name')
      .where('level', '=', 3)
      .where('product_id', 'is', null)
      .execute();
    expect(empty).toEqual([]);
  });

  test('a product of each of the six types', () => {
    expect(new Set(products.map((product) => product.type_id))).toEqual(new Set(productTypes));
  });

  test('a price in each of the five ranges', () => {
    const cents = products.map((product) => grossPrice(product.sku) ?? 0).filter((price) => price > 0);
    for (const { from, to } of priceRanges)
      expect(cents.some((price) => price >= from * 100 && (to === null || price < to * 100))).toBe(true);
    expect(Math.min(...cents)).toBe(999);
  });

  test.each(defaultFilters.filter((code) => code !== 'price'))(
    'at least four values of the filter %s',
    (code) => {
      expect(new Set(products.map((product) => product.attributes[code])).size).toBeGreaterThan(3);
    },
  );

  test('enough new, special, diet and health products to fill the collections of the home page', async () => {
    const visible = products.filter((product) => product.visibility > 1);
    expect(visible.filter((product) => product.attributes.featured === 'y').length).toBeGreaterThanOrEqual(8);
    expect(visible.filter((product) => product.attributes.is_special === true).length).toBeGreaterThanOrEqual(
      8,
    );
    for (const group of ['special-diets', 'health-products']) {
      const inside = await shop.db
        .selectFrom('product_category')
        .innerJoin('category', 'category.id', 'category_id')
        .select('product_id')
        .distinct()
        .where('url_path', 'like', `${group}%`)
        .execute();
      expect(inside.length).toBeGreaterThanOrEqual(8);
    }
  });

  test('items with ample, low and no stock', async () => {
    const stock = await shop.db.selectFrom('stock').selectAll().where('manage_stock', '=', true).execute();
    expect(stock.some((row) => row.qty >= 50)).toBe(true);
    expect(stock.some((row) => row.qty > 0 && row.qty <= 5)).toBe(true);
    expect(stock.some((row) => row.qty === 0 && !row.is_in_stock)).toBe(true);
  });
});

test('the demo catalogue zero-rates basic foods only', () => {
  const classOf = (sku: string) => products.find((product) => product.sku === sku)?.tax_class_id;
  const zero = [
    'BRD-BROWN',
    'MZE-MEAL',
    'SMP-SAMP',
    'BEA-SUGAR',
    'BEA-LENTIL',
    'RCE-BROWN',
    'FRU-APPLE',
    'EGG-LARGE',
    'DAI-MILK-2L',
    'DAI-MAAS',
    'FSH-PILCHARD',
    'OIL-SUNFLOWER',
    'BDY-PADS',
  ];
  expect(zero.map(classOf)).toEqual(zero.map(() => 3));
  const taxed = [
    'BRD-WHITE',
    'OIL-OLIVE',
    'FSH-TUNA',
    'BEA-CHICKPEA',
    'DAI-SOY',
    'SPR-HONEY',
    'MEA-CHICKEN',
    'VIT-D3',
    'WIN-CHENIN',
  ];
  expect(taxed.map((sku) => rates[classOf(sku) ?? 0])).toEqual(taxed.map(() => 15));
});

test('gross prices of the demo catalogue equal the prices of the table to the cent', () => {
  expect(grossPrice('FRU-APPLE')).toBe(3499);
  expect(grossPrice('BKG-BICARB')).toBe(999);
  expect(grossPrice('APP-FREEZER')).toBe(1_199_900);
  expect(grossPrice('OIL-OLIVE')).toBe(13_999);
});

test('every image that a demo product names exists; the others are generated', () => {
  const named = products.map((product) => product.image).filter((image) => image !== '');
  expect(named.filter((image) => !existsSync(join(catalogue, 'media', image!)))).toEqual([]);
});
