import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { csvOf, idsOf, testColumns } from '@fynbos/test-kit/columns/column-case.ts';
import { documentedColumns } from '@fynbos/test-kit/columns/documented-columns.ts';
import { couponTable, dealTable, deliveryTable } from '@fynbos/test-kit/columns/sale-tables.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { importShop } from '../../../shop-import.ts';

/** Every column of promotions, coupons and delivery that `docs/import.md` lists has an effect. */
const tables = { 'deals.csv': dealTable, 'coupons.csv': couponTable, 'delivery.csv': deliveryTable };

let shop: TestShop;
beforeAll(async () => {
  const products = [
    'sku,name,price_incl_tax,price_incl_tax_de,price_incl_tax_it,categories',
    'BREAD,Bread,100,100,100,Pantry',
    'PILLS,Pills,10,,,Health',
    ...[...idsOf(dealTable), 'SHARED-B', 'COMBO-B', 'OTHER'].map((sku) => `${sku},${sku},10,,,`),
  ];
  const files = Object.entries(tables).map(([name, table]) => [name, csvOf(table)]);
  const input = {
    'products.csv': `${products.join('\n')}\n`,
    ...Object.fromEntries(files),
    'shipping-methods.csv': deliveryFile,
  };
  shop = await openSmallShop(input, { ...behindProxy, MULTISTORE: 'on' });
  const { problems } = await withFiles(input, (folder) => importShop(shop.db, folder));
  expect(problems).toEqual([]);
}, 120_000);
afterAll(() => shop?.close());

describe.each(Object.entries(tables))('%s', (name, table) => {
  testColumns(table, documentedColumns(name), () => shop);
});
