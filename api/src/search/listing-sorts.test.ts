import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';
import { importInto } from '../catalogue/import/import.ts';

/** Prices with tax; group 2 pays 13.80 (12 without tax) for a kilogram of rice, which is on special at 45 instead of 50. */
const header =
  'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,special_price_incl_tax,qty,packsize,tier_prices,created_at,position\n';
const rows = {
  salt: 'SALT,simple,,,Salt,8,,9,500 g,,2026-05-01,2\n',
  vase: 'VASE,simple,,,Vase,5,,9,,,2026-04-01,3\n',
  oats: 'OATS,configurable,,packsize,Oats,,,,,,2026-01-01,4\n',
  small: 'OATS-1,simple,OATS,,Oats 1 kg,40,,9,1 kg,,,\n',
  large: 'OATS-5,simple,OATS,,Oats 5 kg,100,75,9,5 kg,,,\n',
  rice: 'RICE,simple,,,Rice,50,45,9,1 kg,1@2:12,2026-03-01,1\n',
};

let shop: TestShop;
let groupToken: string;
beforeAll(async () => {
  const files = { 'products.csv': header + Object.values(rows).join('') };
  shop = await openSmallShop(files, { PRICE_TIERS: 'on' });
  const tokens = await openGroupTokens(shop.db, () => new Date(), true);
  groupToken = tokens.issueGroupToken({ group_id: 2, id: 318 });
});
afterAll(() => shop.close());

const order = async (key: string, more: object = {}): Promise<string[]> => {
  const { field, direction } = listingSorts[key]!;
  const body = { filters: { visibility: 4 }, sort: [{ field, direction }], ...more };
  return (await search(shop, body)).items.map(({ sku }: { sku: string }) => sku);
};

test('a list is sorted by unit price, the cheapest variant in stock counts, products without one last', async () => {
  // Per kilogram: 15, 16 and 45.
  expect(await order('unit_price_incl_tax')).toEqual(['OATS', 'SALT', 'RICE', 'VASE']);
});

test('a list is sorted by the part of the price that a special price saves, and by age', async () => {
  expect(await order('saving_percent:desc')).toEqual(['RICE', 'SALT', 'VASE', 'OATS']);
  expect(await order('created_at:desc')).toEqual(['SALT', 'VASE', 'RICE', 'OATS']);
});

test('unit price and saving are those of the buyer’s group, also where products are found by key', async () => {
  const byKey = { filters: { sku: { in: ['RICE', 'SALT', 'VASE'] } } };
  const fields = { includeFields: ['unit_price_incl_tax', 'saving_percent'], filters: { sku: 'RICE' } };
  expect((await search(shop, fields)).items).toEqual([{ unit_price_incl_tax: 45, saving_percent: 10 }]);
  expect((await search(shop, { ...fields, groupToken })).items).toEqual([
    { unit_price_incl_tax: 13.8, saving_percent: 0 },
  ]);
  expect(await order('saving_percent:desc', { groupToken })).toEqual(['SALT', 'VASE', 'OATS', 'RICE']);
  for (const more of [{ groupToken }, { ...byKey, groupToken }])
    expect((await order('unit_price_incl_tax', more)).filter((sku) => sku !== 'OATS')).toEqual([
      'RICE',
      'SALT',
      'VASE',
    ]);
});

test('a changed price or pack size changes the order at once', async () => {
  const changed = header + rows.salt.replace(',8,', ',4,') + rows.large.replace(',75,', ',95,');
  await withFiles({ 'products.csv': changed }, (folder) => importInto(shop.db, folder));
  await expect.poll(() => order('unit_price_incl_tax')).toEqual(['SALT', 'OATS', 'RICE', 'VASE']);
});
