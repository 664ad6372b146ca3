import { type ColumnTable, csvOf, testColumns } from '@fynbos/test-kit/columns/column-case.ts';
import { documentedColumns } from '@fynbos/test-kit/columns/documented-columns.ts';
import { optionCases, priceCases, stockCases } from '@fynbos/test-kit/columns/product-sale-cases.ts';
import {
  attributeCases,
  catalogueCases,
  identityCases,
} from '@fynbos/test-kit/columns/product-text-cases.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll } from 'vitest';

/** Every column of products.csv that `docs/import.md` lists has an effect that shoppers see. */
const table: ColumnTable = {
  key: 'sku',
  plain: (sku) => ({ name: `Item ${sku}`, price_incl_tax: '10' }),
  cases: {
    ...identityCases,
    ...priceCases,
    ...catalogueCases,
    ...stockCases,
    ...attributeCases,
    ...optionCases,
  },
  more: [
    { sku: 'PART-A', name: 'Part A', price_incl_tax: '1' },
    { sku: 'PART-B', name: 'Part B', price_incl_tax: '2' },
    { sku: 'FAMILY', name: 'Family', type_id: 'configurable', configurable_attributes: 'packsize' },
  ],
};

let shop: TestShop;
beforeAll(async () => {
  const files = {
    'products.csv': csvOf(table),
    'attributes.csv': 'code,label,input\nallergens,Allergens,multiselect\n',
    'delivery.csv': deliveryFile,
    'downloads/guide.pdf': '%PDF-1.7',
  };
  shop = await openSmallShop(files, { MULTISTORE: 'on', PRICE_TIERS: 'on' });
}, 120_000);
afterAll(() => shop?.close());

testColumns(table, documentedColumns('products.csv'), () => shop);
