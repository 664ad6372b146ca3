import { setTimeout as pause } from 'node:timers/promises';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';

let shop: TestShop;
beforeAll(async () => {
  const box = JSON.stringify([
    {
      title: 'Cereal',
      required: true,
      type: 'radio',
      product_links: [{ sku: 'OATS', qty: 1, is_default: true }],
    },
  ]).replaceAll('"', '""');
  const sets =
    `sku,type_id,name,associated,bundle_options\nBOX,bundle,Box,,"${box}"\n` +
    'SET,grouped,Set,OATS|FAM-1,\nALL,grouped,All,OATS|FAM-2,\n';
  const products =
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,qty,manage_stock,max_sale_qty,packsize\n' +
    'OATS,simple,,,Oats,29.99,40,,12,\nBAG,simple,,,Bag,1,,,,\n' +
    'FAM,configurable,,packsize,Family,,,,,\nFAM-1,simple,FAM,,One,10,5,,,1 kg\nFAM-2,simple,FAM,,Two,18,5,,,2 kg\n';
  const stores = 'sku,store,qty\nOATS,CPT,3\nOATS,DBN,0\nBAG,CPT,2\nFAM-1,CPT,0\nFAM-1,DBN,0\nFAM-2,DBN,0\n';
  shop = await withFiles(
    { 'products.csv': products, 'products-sets.csv': sets, 'store-stock.csv': stores },
    (folder) => openTestShop(folder),
  );
});
afterAll(() => shop.close());

const check = async (sku: string, store?: string) => {
  const query = new URLSearchParams({ sku, ...(store !== undefined && { storePartitionKey: store }) });
  return (await shop.get(`/api/stock/check?${query}`)).body;
};
const load = (files: Record<string, string>) => withFiles(files, (folder) => importInto(shop.db, folder));

describe('stock at a fulfilment store (STOCK-1, spec D8)', () => {
  test('is the store’s own where it has a record, and the shop’s otherwise', async () => {
    expect((await check('OATS')).result).toMatchObject({ qty: 40, is_in_stock: true, code: 'ok' });
    expect((await check('OATS', 'CPT')).result).toMatchObject({
      qty: 3,
      is_in_stock: true,
      max_sale_qty: 12,
    });
    expect((await check('OATS', 'DBN')).result).toMatchObject({
      qty: 0,
      is_in_stock: false,
      code: 'out_of_stock',
      price_incl_tax: 29.99,
    });
    expect((await check('FAM-2', 'CPT')).result).toMatchObject({ qty: 5, is_in_stock: true });
  });

  test('is tracked where the store tracks a product that the shop does not', async () => {
    expect((await check('BAG')).result).toMatchObject({ manage_stock: false, is_in_stock: true });
    expect((await check('BAG', 'CPT')).result).toMatchObject({ manage_stock: true, qty: 2 });
  });

  test('of a configurable product is the stock of its variants', async () => {
    expect((await check('FAM', 'CPT')).result).toMatchObject({ is_in_stock: true, code: 'ok' });
    expect((await check('FAM', 'DBN')).result).toMatchObject({ is_in_stock: false, code: 'out_of_stock' });
  });

  test('of a bundle or a group is the stock of its parts there, as the cart sees it', async () => {
    for (const sku of ['BOX', 'SET', 'ALL'])
      expect((await check(sku)).result).toMatchObject({ is_in_stock: true, code: 'ok' });
    expect((await check('BOX', 'CPT')).result.is_in_stock).toBe(true);
    expect((await check('BOX', 'DBN')).result).toMatchObject({ is_in_stock: false, code: 'out_of_stock' });
    expect((await check('SET', 'CPT')).result.is_in_stock).toBe(true);
    expect((await check('SET', 'DBN')).result.is_in_stock).toBe(false);
  });

  test('is the shop’s for an unknown store, and the response has meta.unknownStore', async () => {
    const unknown = await check('OATS', 'MARS');
    expect(unknown).toMatchObject({ code: 200, result: { qty: 40 }, meta: { unknownStore: 'MARS' } });
    expect((await check('OATS', '')).meta).toBeUndefined();
    expect((await check('OATS', 'CPT')).meta).toBeUndefined();
  });

  test('is the same by path and by list', async () => {
    const byPath = await shop.get('/api/stock/check/OATS?storePartitionKey=CPT');
    expect(byPath.body.result.qty).toBe(3);
    const list = (await shop.get('/api/stock/list?skus=OATS,NONE,FAM-1&storePartitionKey=CPT')).body;
    expect(list.result.map(({ sku, qty }: { sku: string; qty: number }) => [sku, qty])).toEqual([
      ['OATS', 3],
      ['FAM-1', 0],
    ]);
    expect(list.meta).toEqual({ unknown: ['NONE'] });
    const lost = (await shop.get('/api/stock/list?skus=OATS,NONE&storePartitionKey=MARS')).body;
    expect(lost.meta).toEqual({ unknown: ['NONE'], unknownStore: 'MARS' });
  });
});

describe('stock that changes while the API runs (PDP-6)', () => {
  test('is current, down to exactly 0, in the shop and at its stores', async () => {
    await load({
      'products.csv': 'sku,qty\nOATS,0\nFAM-1,0\nFAM-2,0\n',
      'store-stock.csv': 'sku,store,qty\nOATS,CPT,0\nOATS,KNY,1\n',
    });
    await waitUntil(async () => (await check('OATS', 'KNY')).result.qty === 1);
    expect((await check('OATS')).result).toMatchObject({ qty: 0, is_in_stock: false, code: 'out_of_stock' });
    expect((await check('OATS', 'CPT')).result).toMatchObject({ qty: 0, is_in_stock: false });
    expect((await check('FAM')).result).toMatchObject({ is_in_stock: false, code: 'out_of_stock' });
    await load({
      'store-stock.csv': 'sku,store,qty\nOATS,CPT,\n',
      'products.csv': 'sku,qty\nOATS,1\nFAM-2,1\n',
    });
    await waitUntil(async () => (await check('OATS', 'CPT')).result.qty === 1);
    expect((await check('FAM')).result).toMatchObject({ is_in_stock: true, code: 'ok' });
  });
});

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}
