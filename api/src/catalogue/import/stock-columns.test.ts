import { cartOf, newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Stock columns, whether the product is in stock, and the quantities that an order of it may have. */
const cases: [sku: string, stock: string, inStock: boolean, ordered: number[], refused: number[]][] = [
  // columns: qty, min_qty, min_sale_qty, max_sale_qty, backorders, manage_stock, is_in_stock
  ['SIX', '20,,6,,,,', true, [6, 7], [1, 5]],
  ['SIX-OF-FIVE', '5,,6,,,,', false, [], [1, 5, 6]],
  ['SIX-OF-SIX', '6,,6,,,,', true, [6], [5, 7]],
  ['SIX-OF-FIVE-MARKED', '5,,6,,,,yes', false, [], [5, 6]],
  ['SIX-BACKORDER', '0,,6,,1,,', true, [6], [5]],
  ['SIX-UNCOUNTED', ',,6,,,,', true, [60], [5]],
  ['TWO-AND-A-HALF', '20,,2.5,,,,', true, [3], [2]],
  ['THRESHOLD', '10,4,,,,,', true, [6], [7]],
  ['THRESHOLD-REACHED', '4,4,,,,,', false, [], [1]],
  ['THRESHOLD-HALF', '4.5,4,,,,,', false, [], [1]],
  ['THRESHOLD-AND-SIX', '9,4,6,,,,', false, [], [5, 6]],
  ['HALF', '0.5,,,,,,', false, [], [1]],
  ['HALF-MARKED', '0.999,,,,,,yes', false, [], [1]],
  ['ONE-AND-A-HALF', '1.5,,,,,,', true, [1], [2]],
  ['AT-MOST-TWO', '9,,,2.5,,,', true, [2], [3]],
  ['SIX-AT-MOST-FIVE', '20,,6,5,,,', false, [], [5, 6]],
  ['MARKED-OUT', '20,,,,,,no', false, [], [1]],
  ['UNCOUNTED', '0,,,,,no,', true, [500], []],
];

let shop: TestShop;
beforeAll(async () => {
  const header =
    'sku,name,price_incl_tax,categories,qty,min_qty,min_sale_qty,max_sale_qty,backorders,manage_stock,is_in_stock';
  const rows = cases.flatMap(([sku, stock, , ordered]) =>
    // A product of its own for each order, because an order takes stock.
    [sku, ...ordered.map((qty) => `${sku}:${qty}`)].map((code) => `${code},${code},10.00,All,${stock}`),
  );
  const stores = 'code,name,street,city,region_code,postcode,latitude,longitude,telephone,hours,services\n';
  shop = await openSmallShop({
    'products.csv': `${[header, ...rows].join('\n')}\n`,
    'delivery.csv': deliveryFile,
    'stores.csv': `${stores}A,A,1 Road,Town,ZA-WC,8001,-33.9,18.4,+27210000101,Mo-Fr 08:00-19:00,delivery\n`,
    'store-stock.csv': 'sku,store,qty\nSIX,A,5\nTHRESHOLD,A,3\nUNCOUNTED,A,0.5\n',
  });
}, 120_000);
afterAll(() => shop?.close());

const problemOf = (body: { meta?: { problem?: string } }) => body.meta?.problem;

describe.each(cases)('stock of %s (%s)', (sku, _stock, inStock, ordered, refused) => {
  test('is told alike by document, list and stock check', async () => {
    const { items } = await search(shop, { filters: { sku: { eq: sku } } });
    expect(items[0].stock.is_in_stock).toBe(inStock);
    const listed = await search(shop, { filters: { 'stock.is_in_stock': { eq: true }, sku: { eq: sku } } });
    expect(listed.items).toHaveLength(inStock ? 1 : 0);
    const { body } = await shop.get(`/api/stock/check?sku=${sku}`);
    expect(body.result).toMatchObject({ is_in_stock: inStock, code: inStock ? 'ok' : 'out_of_stock' });
  });

  test('limits cart and order', async () => {
    for (const qty of refused) {
      const cart = await newCart(shop);
      const { status } = await cart.update({ sku, qty: ordered[0] ?? qty });
      // A line from before the stock changed, which no cart accepts today.
      await shop.db.updateTable('cart_line').set({ qty }).where('sku', '=', sku).execute();
      const answer = await order(cart);
      expect([qty, status, answer.status]).toEqual([qty, 200, 409]);
    }
    for (const qty of ordered) {
      const code = `${sku}:${qty}`;
      const cart = await newCart(shop);
      expect((await cart.update({ sku: code, qty })).status).toBe(200);
      expect(await cart.pull()).toMatchObject([{ qty, is_in_stock: true, problems: [] }]);
      const { status, body } = await order(cart);
      expect([code, status, problemOf(body)]).toEqual([code, 200, undefined]);
    }
  });
});

test('less than the minimum is refused with the minimum, and a line names it', async () => {
  const cart = await newCart(shop);
  const { status, body } = await cart.update({ sku: 'SIX', qty: 1 });
  expect([status, problemOf(body), body.result]).toEqual([
    409,
    'quantity_too_low',
    'Please order at least 6 of this product.',
  ]);
  await cart.update({ sku: 'SIX', qty: 6 });
  const items = await cartOf(shop, cart.token).pull();
  expect(items).toMatchObject([{ qty: 6, min_sale_qty: 6, problems: [] }]);
});

test('a store sells its own stock by the minimum of the product, without the threshold', async () => {
  const at = async (sku: string) =>
    (await shop.get(`/api/stock/check?sku=${sku}&storePartitionKey=A`)).body.result;
  expect(await at('SIX')).toMatchObject({ qty: 5, is_in_stock: false });
  expect(await at('THRESHOLD')).toMatchObject({ qty: 3, is_in_stock: true });
  expect(await at('UNCOUNTED')).toMatchObject({ qty: 0.5, is_in_stock: false });
});
