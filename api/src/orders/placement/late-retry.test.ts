import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** An order that a phone stored while offline and sends much later (spec reliability 6.6). */
const hour = 3_600_000;
let ahead = 0;
let shop: TestShop;
beforeAll(async () => {
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,100\n';
  const files = { 'products.csv': products, 'delivery.csv': deliveryFile };
  shop = await openSmallShop(files, {}, () => new Date(Date.now() + ahead));
});
afterAll(() => shop.close());

test('an order sent a hundred times at once and again up to a year later is one order with one response', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 2 });
  const sent = await orderOf(cart);
  const responses = await Promise.all(Array.from({ length: 100 }, () => cart.post('/api/order', sent)));
  for (const hours of [1, 25, 8 * 24, 365 * 24]) {
    ahead = hours * hour;
    responses.push(await cart.post('/api/order', sent));
  }
  const results = responses.map(({ status, body }) => `${status} ${body.result.orderNumber}`);
  expect(new Set(results)).toEqual(new Set([`200 ${responses[0]!.body.result.orderNumber}`]));
  expect(await invariantViolations(shop.db, new Date(Date.now() + ahead))).toEqual([]);
  const rows = await shop.db.selectFrom('sales_order').select('number').execute();
  expect(rows).toHaveLength(1);
});
