import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';

/** Products carry the labels of the promotions in force (spec D18). */

const products = `sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,packsize
OATS,simple,,,Oats,40.00,
MILK,simple,,,Milk,20.00,
TEA,configurable,,packsize,Tea,,
TEA-40,simple,TEA,,Tea 40,30.00,40
`;
const deals = `code,label,kind,qty,pay_qty,price_incl_tax,skus,valid_from,valid_to
oats,2 for R75,n_for,2,,75.00,OATS,,
tea,6 for the price of 5,buy_n_pay_m,6,5,,TEA-40|OATS,2026-11-21,2026-11-22
`;

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({ 'products.csv': products, 'deals.csv': deals }, {}, () => now);
});
afterAll(() => shop.close());

async function labels() {
  const { items } = await search(shop, { size: 50 });
  return Object.fromEntries(items.map(({ sku, deals }: { sku: string; deals?: string[] }) => [sku, deals]));
}

test('labels appear on products and on parents of such variants, and follow an import', async () => {
  expect(await labels()).toMatchObject({ OATS: ['2 for R75'], MILK: undefined, TEA: undefined });
  const more = `code,label,kind,qty,price_incl_tax,skus\nmilk,3 for R50,n_for,3,50.00,MILK\ntea2,2 for R50,n_for,2,50.00,TEA-40\n`;
  await withFiles({ 'deals.csv': more }, (folder) => importShop(shop.db, folder));
  await expect.poll(labels).toMatchObject({ OATS: ['2 for R75'], MILK: ['3 for R50'], TEA: ['2 for R50'] });
});

test('a label follows the dates of its promotion, and so does the cart', async () => {
  now = new Date('2026-11-20T22:00:00Z');
  // An import that changes any product makes the catalogue re-read the due changes.
  await withFiles({ 'stock.csv': 'sku,qty\nOATS,50\nTEA-40,50\n' }, (folder) =>
    importShop(shop.db, `${folder}/stock.csv`),
  );
  await expect.poll(labels).toMatchObject({
    OATS: ['2 for R75', '6 for the price of 5'],
    TEA: ['6 for the price of 5', '2 for R50'],
  });
});
