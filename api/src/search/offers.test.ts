import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const products = `sku,name,price_incl_tax,special_price_incl_tax,qty,position,categories
SALT,Salt,10.00,,5,50,Pantry
OATS,Oats,40.00,30.00,5,40,Pantry
BEANS,Baked beans,15.00,,5,30,Pantry
CHIPS,Chips,25.00,,5,20,Pantry
JAM,Jam,30.00,,5,10,Pantry
NUTS,Mixed nuts,30.00,,5,60,Special Diets
`;
const deals = `code,label,kind,qty,pay_qty,price_incl_tax,skus,valid_from,valid_to
beans,6 for the price of 5,buy_n_pay_m,6,5,,BEANS,,
chips,3 for R60,n_for,3,,60.00,CHIPS,,
jam,3 for R80,n_for,3,,80.00,JAM,2026-01-01,2026-01-31
`;

let shop: TestShop;
beforeAll(async () => {
  const files = { 'products.csv': products, 'deals.csv': deals };
  shop = await openSmallShop(files, {}, () => new Date('2026-11-20T10:00:00Z'));
});
afterAll(() => shop?.close());

const skusFor = async (_searchText: string, more: object = {}): Promise<string[]> =>
  (await search(shop, { _searchText, ...more })).items.map(({ sku }: { sku: string }) => sku);

test('a search for specials or deals finds special prices and promotions in force, in the order of lists', async () => {
  for (const text of ['specials', 'deal', 'on special', 'aanbiedings'])
    expect(await skusFor(text), text).toEqual(['CHIPS', 'BEANS', 'OATS']);
  expect(await skusFor('deals', { sort: 'final_price' })).toEqual(['BEANS', 'CHIPS', 'OATS']);
});

test('a search for “3 for” finds the promotions in force with three units', async () => {
  for (const text of ['3 for', '3 for R60', '3 vir']) expect(await skusFor(text), text).toEqual(['CHIPS']);
  expect(await skusFor('6 for the price of 5')).toEqual(['BEANS']);
  expect(await skusFor('4 for')).toEqual([]);
});

test('a search for other words is none for offers', async () => {
  expect(await skusFor('special diets')).toEqual(['NUTS']);
});

test('suggestions for “specials” are the products on offer', async () => {
  const { products: suggested } = (await shop.get('/api/search/suggest?text=specials')).body.result;
  expect(suggested.map(({ sku }: { sku: string }) => sku)).toEqual(['CHIPS', 'BEANS', 'OATS']);
});
