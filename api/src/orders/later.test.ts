import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCart } from '../cart/testing/guest.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { faultsIn } from './testing/books.ts';
import { deliveryFile, orderOf } from './testing/order.ts';

/** An order that a telephone kept while it had no network, and sends again much later (reliability 6.6). */
const hour = 3_600_000;
let ahead = 0;
let shop: TestShop;
beforeAll(async () => {
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,100\n';
  const files = { 'products.csv': products, 'delivery.csv': deliveryFile };
  shop = await openSmallShop(files, {}, () => new Date(Date.now() + ahead));
});
afterAll(() => shop.close());

test('is one order, with the same answer, a hundred times at once and an hour, a day, eight days and a year later', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 2 });
  const sent = await orderOf(cart);
  const answers = await Promise.all(Array.from({ length: 100 }, () => cart.post('/api/order', sent)));
  for (const hours of [1, 25, 8 * 24, 365 * 24]) {
    ahead = hours * hour;
    answers.push(await cart.post('/api/order', sent));
  }
  const said = answers.map(({ status, body }) => `${status} ${body.result.orderNumber}`);
  expect(new Set(said)).toEqual(new Set([`200 ${answers[0]!.body.result.orderNumber}`]));
  expect(await faultsIn(shop.db, new Date(Date.now() + ahead))).toEqual([]);
  const rows = await shop.db.selectFrom('sales_order').select('number').execute();
  expect(rows).toHaveLength(1);
});
