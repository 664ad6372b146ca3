import { pricesNow } from '@fynbos/core/pricing/document-prices.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop, rendered, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';
import { importInto } from '../catalogue/import/import.ts';

// Wire contract 4.3: the price is 100; group 2 pays 90, and 80 from six units; group 5 pays 70 for any
// quantity.
const tiers = '1@2:90|6@2:80|1@5:70';
const files = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price,tax_class,qty,packsize,tier_prices,associated,position\n' +
    `RICE,simple,,,Rice,100,standard,5,,${tiers},,1\n` +
    'BEANS,simple,,,Beans,95,standard,5,,1@32000:85,,2\n' +
    'MAIZE,simple,,,Maize,92,standard,5,,1@0:91,,3\n' +
    'TEA,configurable,,packsize,Tea,,standard,,,,,4\n' +
    'TEA-40,simple,TEA,,Tea 40,50,standard,5,40 bags,,,\n' +
    'TEA-80,simple,TEA,,Tea 80,60,standard,5,80 bags,1@2:40,,\n' +
    'BASKET,grouped,,,Basket,,standard,,,,RICE|BEANS,5\n',
};

let shop: TestShop;
let tokenOf: (group: number) => string;
beforeAll(async () => {
  shop = await openSmallShop(files, { PRICE_TIERS: 'on' });
  const tokens = await openGroupTokens(shop.db, () => new Date(), true);
  tokenOf = (group_id) => tokens.issueGroupToken({ group_id, id: 318 });
});
afterAll(() => shop.close());

type Item = { sku: string; price: number; final_price: number };
const netPrices = (items: Item[]) => Object.fromEntries(items.map(({ sku, price }) => [sku, price]));
const listed = { filters: { visibility: { in: [2, 3, 4] } } };

describe('prices for customer groups (PDP-5, wire contract 4.3, spec D3 and D18)', () => {
  test('each customer group sees its own tier for one unit, or the tier for all groups or for guests', async () => {
    const pricesFor = async (body: object) => netPrices((await search(shop, { ...listed, ...body })).items);
    expect(await pricesFor({})).toEqual({ RICE: 100, BEANS: 85, MAIZE: 91, TEA: 50, BASKET: 185 });
    expect(await pricesFor({ groupToken: tokenOf(2) })).toEqual({
      RICE: 90,
      BEANS: 85,
      MAIZE: 92,
      TEA: 40,
      BASKET: 175,
    });
    expect(await pricesFor({ groupToken: tokenOf(5) })).toMatchObject({
      RICE: 70,
      MAIZE: 92,
      TEA: 50,
      BASKET: 155,
    });
    expect(await pricesFor({ groupToken: tokenOf(77) })).toMatchObject({ RICE: 100, MAIZE: 92, TEA: 50 });
  });

  test('a configurable product shows its cheapest child for the group, and each child its own price', async () => {
    const { items } = await search(shop, { filters: { sku: 'TEA' }, groupToken: tokenOf(2) });
    const children = items[0].configurable_children;
    expect(netPrices(children)).toEqual({ 'TEA-40': 50, 'TEA-80': 40 });
    expect(items[0]).toMatchObject({ final_price: 40, final_price_incl_tax: 46, original_price: 60 });
  });

  test('filters, facets and sorting use the price of the buyer’s group (spec D3)', async () => {
    const body = { ...listed, sort: 'final_price', facets: ['price'] };
    const order = async (more: object) =>
      (await search(shop, { ...body, ...more })).items.map((item: Item) => item.sku);
    expect(await order({})).toEqual(['TEA', 'BEANS', 'MAIZE', 'RICE', 'BASKET']);
    expect(await order({ groupToken: tokenOf(5) })).toEqual(['TEA', 'RICE', 'BEANS', 'MAIZE', 'BASKET']);
    const below85 = { filters: { ...listed.filters, price: { lt: 85 } } };
    expect((await search(shop, below85)).total).toBe(1);
    expect((await search(shop, { ...below85, groupToken: tokenOf(5) })).total).toBe(2);
    const counted = await search(shop, { ...body, groupToken: tokenOf(5) });
    expect(
      counted.aggregations.agg_range_price.buckets.map((bucket: { doc_count: number }) => bucket.doc_count),
    ).toEqual([5, 0, 0, 0, 0]);
  });

  test('URL map and render list return the same group price with no-store (spec D32)', async () => {
    const hit = await shop.post('/api/url/map', { url: 'rice', groupToken: tokenOf(2) });
    expect(hit.body._source).toMatchObject({ final_price: 90, final_price_incl_tax: 103.5 });
    const list = '/api/product/render-list?skus=RICE,TEA-80&currencyCode=ZAR&storeId=1';
    const priced = await shop.get(`${list}&groupToken=${tokenOf(2)}`);
    const inHeader = await shop.get(list, { authorization: `Bearer ${tokenOf(2)}` });
    const ofItsOwn = await shop.get(list, { 'x-group-token': tokenOf(2) });
    expect(ofItsOwn.headers.get('vary')).toContain('x-group-token');
    for (const response of [priced, inHeader, ofItsOwn]) {
      const finals = response.body.result.items.map(
        (item: { price_info: { final_price: number } }) => item.price_info.final_price,
      );
      expect(finals).toEqual([103.5, 46]);
    }
    const searchResponse = await shop.post('/api/catalog/fynbos/product/_search', { groupToken: tokenOf(2) });
    for (const { headers } of [hit, priced, inHeader, ofItsOwn, searchResponse]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await shop.get(list)).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('search suggestions show the group price and are not cached', async () => {
    const suggested = async (more = '', shown = {}) => {
      const { body, headers } = await shop.get(`/api/search/suggest?text=rice${more}`, shown);
      return [body.result.products[0].final_price_incl_tax, headers.get('cache-control')];
    };
    expect(await suggested()).toEqual([115, 'private, no-cache']);
    expect(await suggested(`&groupToken=${tokenOf(2)}`)).toEqual([103.5, 'no-store']);
    expect(await suggested('', { 'x-group-token': tokenOf(2) })).toEqual([103.5, 'no-store']);
    expect(await suggested('&groupToken=eyJ')).toEqual([115, 'private, no-cache']);
  });

  test('tier_prices contains the tiers of the buyer’s group and of all groups only', async () => {
    const tiersFor = async (body: object) =>
      (await search(shop, { filters: { sku: 'RICE' }, ...body })).items[0].tier_prices;
    expect(await tiersFor({})).toEqual([]);
    expect(await tiersFor({ groupToken: tokenOf(2) })).toEqual([
      { customer_group_id: 2, qty: 1, value: 90, value_incl_tax: 103.5 },
      { customer_group_id: 2, qty: 6, value: 80, value_incl_tax: 92 },
    ]);
  });

  test('a browser that knows its group computes the same price from the same document (SHOP-5, PDP-5)', async () => {
    for (const group of [0, 2, 5]) {
      const groupToken = group > 0 ? tokenOf(group) : undefined;
      const { items } = await search(shop, {
        filters: { sku: { in: ['RICE', 'BEANS', 'TEA-80'] } },
        groupToken,
      });
      for (const item of items) {
        expect(item).toMatchObject(pricesNow(item, 15, new Date(), { group, quantity: 1 }));
      }
      expect(items).toHaveLength(3);
    }
  });

  test('a group id without a token, and an invalid or expired token, get guest prices', async () => {
    const yesterday = await openGroupTokens(shop.db, () => new Date(Date.now() - 25 * 3_600_000), true);
    for (const body of [
      { groupId: 2 },
      { userGroupId: 2 },
      { groupToken: null },
      { groupToken: 'eyJ…' },
      { groupToken: yesterday.issueGroupToken({ group_id: 2, id: 1 }) },
      { groupToken: tokenOf(2).replace(/\.[^.]+$/, '.c2lnbmVk') },
    ]) {
      const { body: hit } = await shop.post('/api/url/map', { url: 'rice', ...body });
      expect(hit._source.final_price, JSON.stringify(body)).toBe(100);
      expect((await search(shop, { ...listed, ...body })).items[0].price).toBe(100);
    }
    const { RICE } = await rendered(shop, 'RICE', 'currencyCode=ZAR&storeId=1&userGroupId=2');
    expect(RICE.final_price).toBe(115);
  });
});

test('with PRICE_TIERS off a group token has no effect', async () => {
  const plain = await openSmallShop(files);
  const groupTokens = await openGroupTokens(plain.db, () => new Date(), true);
  const groupToken = groupTokens.issueGroupToken({ group_id: 2, id: 318 });
  const { items } = await search(plain, { ...listed, groupToken });
  expect(netPrices(items)).toMatchObject({ RICE: 100, BEANS: 95, MAIZE: 92, TEA: 50 });
  expect(items).toEqual((await search(plain, listed)).items);
  await plain.close();
});

describe('no response names the price of another customer group (T31)', () => {
  const ofOthers = {
    'products.csv':
      'sku,type_id,parent_sku,configurable_attributes,name,price,tax_class,qty,packsize,tier_prices,associated\n' +
      'RICE,simple,,,Rice,100,standard,5,,1@2:61|9:97,\n' +
      'TEA,configurable,,packsize,Tea,,standard,,,,\n' +
      'TEA-80,simple,TEA,,Tea 80,60,standard,5,80 bags,1@2:61|9:97,\n' +
      'BASKET,grouped,,,Basket,,standard,,,,RICE\n',
  };
  const query = '{ products { items } }';

  test.each(['on', 'off'])('with PRICE_TIERS=%s (T31)', async (PRICE_TIERS) => {
    const open = await openSmallShop(ofOthers, { PRICE_TIERS, API_MODE: 'graphql' });
    try {
      const tokens = await openGroupTokens(open.db, () => new Date(), true);
      const groupToken = tokens.issueGroupToken({ group_id: 5, id: 318 });
      const responses = [
        await open.get('/api/product/list?skus=RICE,TEA'),
        await open.get('/api/product/render-list?skus=RICE,TEA-80&currencyCode=ZAR&storeId=1'),
        await open.post('/api/url/map', { url: 'rice' }),
        await open.post('/api/catalog/fynbos/product/_search', { groupToken }),
        await open.post('/api/catalog/fynbos/product/_search', { filters: { 'tier_prices.value': 61 } }),
        await open.post('/graphql', { query }),
        await open.get('/api/catalog/fynbos/product/_search?_source_include=tier_prices'),
      ];
      const texts = responses.map(({ body }) => JSON.stringify(body));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      for (const text of texts) expect(text).not.toMatch(/:(61|70\.15)\b/);
      expect(texts[0]).toContain('"value":97');
    } finally {
      await open.close();
    }
  });
});

test('sorting uses a group’s first price right after an import', async () => {
  const change = { 'products.csv': 'sku,tier_prices\nMAIZE,1@9:10\n' };
  const first = async () =>
    (await search(shop, { ...listed, sort: 'price', groupToken: tokenOf(9) })).items[0].sku;
  expect(await first()).toBe('TEA');
  await withFiles(change, (folder) => importInto(shop.db, folder));
  await expect.poll(first).toBe('MAIZE');
  const { body } = await shop.post('/api/url/map', { url: 'rice', groupToken: tokenOf(9) });
  expect(body._source.final_price).toBe(100);
});
