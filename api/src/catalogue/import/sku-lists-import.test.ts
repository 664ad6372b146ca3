import { writeSkuList } from '@fynbos/core/stock/sku-list.ts';
import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvText } from './format/csv.ts';

/** Every SKU that the import accepts works in its lists, in those of queries and in carts. */
const skus = [
  ...['RUSKS|1KG', 'TEA;80', 'JAM:2', '12" PAN', '"QUOTED"', "O'BRIEN", 'A,B', 'A|B;C:3,"D"', '|', ';', ':'],
  ...[
    '.hidden',
    'A B',
    '50%',
    'A&B',
    'A+B',
    'A/B',
    '../A',
    '#1',
    '?sku=1',
    'A\\B',
    'Ä Ö',
    '茶',
    '<b>',
    '%2F',
    '*',
    'null',
  ],
];
const inList = (sku: string) => `"${sku.replaceAll('"', '""')}"`;

let shop: TestShop;
beforeAll(async () => {
  const listed = skus.map(inList);
  shop = await openSmallShop({
    'products.csv': csvText([
      ['sku', 'name', 'price_incl_tax', 'tax_class', 'qty', 'related', 'type_id', 'associated'],
      ...skus.map((sku, index) => [sku, `Item ${index}`, '10', 'zero', '90', '', '', '']),
      ['LISTING', 'Listing', '10', 'zero', '90', listed.join('|'), '', ''],
      ['GROUP', 'Group', '', '', '', '', 'grouped', listed.map((sku) => `${sku}:2`).join(' | ')],
    ]),
    'delivery.csv': deliveryFile,
    'deals.csv': csvText([
      ['code', 'label', 'kind', 'qty', 'pay_qty', 'price_incl_tax', 'skus'],
      ['pair', '2 for 1', 'buy_n_pay_m', '2', '1', '', listed.join('|')],
      ['set', 'Set', 'combo', '', '', '5', `${inList('A|B;C:3,"D"')};LISTING`],
    ]),
  });
});
afterAll(() => shop?.close());

const linksOf = async (sku: string, type: string) => {
  const { items } = await search(shop, { filters: { sku: { in: [sku] } } });
  const links: { link_type: string; linked_product_sku: string }[] = items[0].product_links;
  return links.filter(({ link_type }) => link_type === type).map((link) => link.linked_product_sku);
};

test('related products and the parts of a group are all found', async () => {
  expect(await linksOf('LISTING', 'related')).toEqual(skus);
  expect(await linksOf('GROUP', 'associated')).toEqual(skus);
});

test('a query for all of them, as wishlist and comparison send it, finds them all', async () => {
  const { items } = await search(shop, { size: 50, filters: { sku: { in: skus } } });
  expect(items.map(({ sku }: { sku: string }) => sku).toSorted()).toEqual(skus.toSorted());
});

test('stock and prices answer a list of them all', async () => {
  const list = encodeURIComponent(writeSkuList(skus));
  const stock = await shop.get(`/api/stock/list?skus=${list}`);
  expect(stock.body.result.map(({ sku }: { sku: string }) => sku).toSorted()).toEqual(skus.toSorted());
  const prices = await shop.get(`/api/product/render-list?skus=${list}&currencyCode=ZAR&storeId=1`);
  expect(prices.body.result.items).toHaveLength(skus.length);
});

test.each(['wishlist', 'compare', 'recently-viewed'])(
  'the %s of an account keeps and loses them',
  async (list) => {
    const person = await logInPerson(shop);
    const save = (listed: readonly string[]) =>
      person.request('POST', `/api/user/values/${list}`, {
        value: listed.map((sku) => ({ sku, at: '2026-11-20T08:00:00Z' })),
      });
    const stored = async (): Promise<string[]> => {
      const { body } = await person.request('GET', `/api/user/values/${list}`);
      return JSON.parse(body.result).map(({ sku }: { sku: string }) => sku);
    };
    for (const half of [skus.slice(0, 20), skus.slice(20)]) {
      expect((await save(half)).status).toBe(200);
      expect(await stored()).toEqual(half);
      await save(half.slice(1));
      expect(await stored()).toEqual(half.slice(1));
    }
  },
);

test('an order of them all is ordered again', async () => {
  const cart = await newCart(shop);
  for (const sku of skus) expect([sku, (await cart.update({ sku, qty: 1 })).status]).toEqual([sku, 200]);
  const placed = await order(cart);
  expect(placed.body).toMatchObject({ code: 200 });
  const next = await newCart(shop);
  const link = await orderLinkOf(shop.db, placed.body.result.orderNumber);
  const { body } = await next.post('/api/order/reorder', { link });
  expect(body.result.unavailable).toEqual([]);
  expect(body.result.added.map(({ sku }: { sku: string }) => sku).toSorted()).toEqual(skus.toSorted());
  expect((await next.pull()).map(({ sku }) => sku).toSorted()).toEqual(skus.toSorted());
  for (const item of await next.pull()) expect((await next.delete(item)).status).toBe(200);
  expect(await next.pull()).toEqual([]);
});

describe.each(skus)('%s', (sku) => {
  test('is put in the cart, and its promotion applies', async () => {
    const cart = await newCart(shop);
    expect((await cart.update({ sku, qty: 2 })).status).toBe(200);
    expect(await cart.totals()).toMatchObject({ subtotal_incl_tax: 20, grand_total: 10 });
  });
});
