import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from './import/import.ts';

/** Products that consist of other products, over HTTP (spec commerce 4). */
let shop: TestShop;
let folder: string;
let remove: () => Promise<void>;

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const bundleOptions = cell([
  {
    title: 'Meat',
    required: true,
    product_links: [
      { sku: 'WORS', is_default: true },
      { sku: 'CHICKEN', qty: 2 },
    ],
  },
  { title: 'Drink', required: false, type: 'checkbox', product_links: [{ sku: 'GINGER' }] },
]);
const twoDefaults = cell([
  {
    title: 'Sides',
    type: 'checkbox',
    product_links: [
      { sku: 'CHICKEN', qty: 2, is_default: true },
      { sku: 'GINGER', qty: 3 },
      { sku: 'BREAD', qty: 3, is_default: true },
    ],
  },
]);
const rows = [
  'sku,type_id,name,price_incl_tax,tax_class,qty,is_in_stock,bundle_options,associated',
  'WORS,simple,Boerewors,80.00,standard,0,,,',
  'CHICKEN,simple,Chicken,60.00,standard,5,,,',
  'GINGER,simple,Ginger Beer,10.00,standard,0,,,',
  `BOX,bundle,Braai Box,,standard,,,${bundleOptions},`,
  `SHUT,bundle,Shut Box,,standard,,no,${bundleOptions},`,
  'BREAD,simple,Bread,15.00,standard,5,,,',
  `SIDES,bundle,Sides,,standard,,,${twoDefaults},`,
  'DUO,grouped,Duo,,standard,,,,WORS|GINGER',
  'TRIO,grouped,Trio,,standard,,,,WORS|GINGER|CHICKEN',
];

beforeAll(async () => {
  const made = await temporaryFolder();
  ({ folder, remove } = made);
  await writeFile(join(folder, 'products.csv'), rows.join('\n'));
  shop = await openTestShop(folder);
});
afterAll(async () => {
  await shop?.close();
  await remove?.();
});

async function document(sku: string) {
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', {
    filters: { sku: { eq: sku } },
  });
  return body.items[0];
}

const isThere = async (sku: string): Promise<boolean> => (await document(sku)).stock.is_in_stock;

describe('a bundle', () => {
  test('has ids for the links of its options, which are stable across imports (wire contract 1.1)', async () => {
    const idsOf = async () =>
      (await document('BOX')).bundle_options.flatMap((option: { product_links: { id: string }[] }) =>
        option.product_links.map(({ id }) => id),
      );
    expect(await idsOf()).toEqual(['1', '2', '3']);
    await importInto(shop.db, folder);
    expect(await idsOf()).toEqual(['1', '2', '3']);
  });

  test('is priced with all default links of an option that allows several (spec commerce 4)', async () => {
    expect((await document('SIDES')).final_price_incl_tax).toBe(2 * 60 + 3 * 15);
  });

  test('is priced with available parts first', async () => {
    expect((await document('BOX')).final_price_incl_tax).toBe(2 * 60 + 10);
  });

  test('is in stock while every required option has an available part; its own stock can still be out', async () => {
    expect(await isThere('BOX')).toBe(true);
    expect(await isThere('SHUT')).toBe(false);
  });
});

test('a grouped product is in stock while one of its parts is', async () => {
  expect(await isThere('DUO')).toBe(false);
  expect(await isThere('TRIO')).toBe(true);
});

test('a stock change of a part updates the sets that contain it', async () => {
  await writeFile(join(folder, 'products.csv'), 'sku,qty\nCHICKEN,0\nGINGER,3\n');
  await importInto(shop.db, folder);
  await expect.poll(() => isThere('BOX')).toBe(false);
  await expect.poll(() => isThere('DUO')).toBe(true);
  const { body } = await shop.get('/api/stock/check?sku=BOX');
  expect(body.result).toMatchObject({ is_in_stock: false, code: 'out_of_stock' });
});
