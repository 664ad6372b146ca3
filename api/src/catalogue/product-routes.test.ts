import { openSmallShop, rendered, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';

const files = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price,special_price,tax_class,qty,packsize,status,bundle_options,associated\n' +
    'OATS,simple,,,Oats,100,80,standard,5,,,,\n' +
    'TEA,configurable,,packsize,Tea,,,standard,,,,,\n' +
    'TEA-40,simple,TEA,,Tea 40,50,,standard,5,40 bags,,,\n' +
    'TEA-80,simple,TEA,,Tea 80,60,,standard,5,80 bags,,,\n' +
    'TEA-99,simple,TEA,,Tea 99,20,,standard,0,99 bags,,,\n' +
    'GONE,simple,,,Gone,10,,standard,5,,2,,\n' +
    'BRAAI,bundle,,,Braai,,,standard,,,,"[{""title"":""Meat"",""required"":true,""type"":""radio"",""product_links"":[{""sku"":""OATS"",""qty"":2,""is_default"":true}]}]",\n',
};
const list = '/api/product/render-list';
const storeQuery = 'currencyCode=ZAR&storeId=1';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

describe('GET /api/product/render-list (PDP-8, wire contract 1.6, spec commerce 7)', () => {
  test('returns prices with tax, and the prices without tax as adjustments', async () => {
    const { body } = await shop.get(`${list}?skus=OATS&${storeQuery}`);
    expect(body).toEqual({
      code: 200,
      result: {
        items: [
          {
            id: expect.any(Number),
            sku: 'OATS',
            price_info: {
              final_price: 92,
              regular_price: 115,
              special_price: 92,
              max_price: 92,
              minimal_price: 92,
              extension_attributes: {
                tax_adjustments: { final_price: 80, regular_price: 100, special_price: 80 },
              },
            },
          },
        ],
      },
    });
  });

  test('prices a configurable by its available variants, a variant by itself, and a set by its parts', async () => {
    const prices = await rendered(shop, 'TEA,TEA-40,TEA-99,BRAAI');
    expect(prices.TEA).toMatchObject({ final_price: 57.5, minimal_price: 57.5, max_price: 69 });
    expect(prices['TEA-40']).toMatchObject({ final_price: 57.5, special_price: 0 });
    expect(prices['TEA-99']).toMatchObject({ final_price: 23 });
    expect(prices.BRAAI).toMatchObject({ final_price: 184, regular_price: 230, special_price: 184 });
  });

  test('returns the same prices as the product document (PDP-5)', async () => {
    const { items } = await search(shop, { filters: { visibility: { in: [1, 2, 3, 4] }, status: 1 } });
    const prices = await rendered(shop, items.map((item: { sku: string }) => item.sku).join());
    expect(items.length).toBeGreaterThan(5);
    for (const item of items) {
      expect(prices[item.sku]).toMatchObject({
        final_price: item.final_price_incl_tax,
        regular_price: item.original_price_incl_tax,
        special_price: item.special_price_incl_tax,
      });
    }
  });

  test('omits unknown and disabled products and lists them in meta.unknown', async () => {
    const { body } = await shop.get(`${list}?skus=NOPE,OATS,GONE,OATS,&${storeQuery}`);
    expect(body.result.items.map((item: { sku: string }) => item.sku)).toEqual(['OATS']);
    expect(body.meta.unknown).toEqual(['NOPE', 'GONE']);
  });

  test.each([
    ['another currency', `skus=OATS&currencyCode=EUR&storeId=1`, 'querystring/currencyCode', 'ZAR'],
    ['another store view', `skus=OATS&currencyCode=ZAR&storeId=7`, 'querystring/storeId', 'no store view'],
    ['no store view', `skus=OATS&currencyCode=ZAR`, 'querystring', 'storeId'],
    ['no skus', storeQuery, 'querystring', 'skus'],
    [
      'too many skus',
      `skus=${Array.from({ length: 501 }, (_, n) => n)}&${storeQuery}`,
      'querystring/skus',
      '500',
    ],
  ])('rejects %s and names the field', async (_what, query, field, message) => {
    const { status, body } = await shop.get(`${list}?${query}`);
    expect([status, body.meta.problem, body.meta.fields[0].field]).toEqual([400, 'invalid_input', field]);
    expect(body.meta.fields[0].message).toContain(message);
  });

  test('reads a token from the query only if TOKEN_IN_HEADER is off (spec D4)', async () => {
    const groups = {
      'products.csv': 'sku,name,price,tax_class,qty,tier_prices\nA,A,100,standard,5,1@2:90\n',
    };
    for (const [TOKEN_IN_HEADER, price] of [
      ['on', 115],
      ['off', 103.5],
    ] as const) {
      const old = await openSmallShop(groups, { PRICE_TIERS: 'on', TOKEN_IN_HEADER });
      const tokens = await openGroupTokens(old.db, () => new Date(), true);
      const token = tokens.issueGroupToken({ group_id: 2, id: 1 });
      expect((await rendered(old, 'A', `${storeQuery}&userGroupId=2&token=${token}`)).A.final_price).toBe(
        price,
      );
      await old.close();
    }
  });
});

describe('GET /api/product/list (wire contract 1.6)', () => {
  test('returns whole documents in the requested order and lists unknown SKUs', async () => {
    const { body } = await shop.get('/api/product/list?skus=TEA-40,NOPE,OATS');
    const { items } = await search(shop, { filters: { sku: 'OATS' } });
    expect(body.result.items.map((item: { sku: string }) => item.sku)).toEqual(['TEA-40', 'OATS']);
    expect(body.result.items[1]).toEqual(items[0]);
    expect(body.meta.unknown).toEqual(['NOPE']);
  });
});

test('a stock check of a variant returns the variant with its own price (spec commerce 7)', async () => {
  for (const place of ['/api/stock/check?sku=TEA-80', '/api/stock/check/TEA-80']) {
    expect((await shop.get(place)).body.result).toMatchObject({
      sku: 'TEA-80',
      is_in_stock: true,
      price_incl_tax: 69,
    });
  }
  expect((await shop.get('/api/stock/check?sku=TEA-99')).body.result).toMatchObject({
    sku: 'TEA-99',
    is_in_stock: false,
    code: 'out_of_stock',
  });
});
