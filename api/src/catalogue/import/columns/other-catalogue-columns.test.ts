import {
  attributeTable,
  categoryTable,
  storeStockTable,
  storeTable,
  taxTable,
} from '@fynbos/test-kit/columns/catalogue-tables.ts';
import { csvOf, idsOf, testColumns } from '@fynbos/test-kit/columns/column-case.ts';
import { documentedColumns } from '@fynbos/test-kit/columns/documented-columns.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe } from 'vitest';

/** Every column of the other tables of the catalogue that `docs/import.md` lists has an effect. */
const tables = {
  'categories.csv': categoryTable,
  'attributes.csv': attributeTable,
  'taxes.csv': taxTable,
  'stores.csv': storeTable,
  'store-stock.csv': storeStockTable,
};

let shop: TestShop;
beforeAll(async () => {
  const products = [
    'sku,name,price,tax_class,tax_class_id,attr_is_visible_on,attr_is_visible_off',
    'PAINTED,Painted,10,,,Red,Red',
    'CLASS-12,Class 12,10,,12,,',
    ...idsOf(taxTable).map((code) => `${code},${code},10,${code},,,`),
    ...idsOf(storeStockTable).map((sku) => `${sku},${sku},10,,,,`),
  ];
  const files = Object.entries(tables).map(([name, table]) => [name, csvOf(table)]);
  shop = await openSmallShop(
    { 'products.csv': `${products.join('\n')}\n`, ...Object.fromEntries(files) },
    { MULTISTORE: 'on', USER_GROUP_TAX: 'on' },
  );
}, 120_000);
afterAll(() => shop?.close());

describe.each(Object.entries(tables))('%s', (name, table) => {
  testColumns(table, documentedColumns(name), () => shop);
});
