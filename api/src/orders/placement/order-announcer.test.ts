import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrderAnnouncer } from './order-announcer.ts';

const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,100\n';
const log = { warn() {} } as never;
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({ 'products.csv': products, 'delivery.csv': deliveryFile });
});
afterAll(() => shop.close());

const shownQuantity = async () => (await shop.get('/api/stock/check?sku=TEA')).body.result.qty;
const unannounced = () => shop.db.selectFrom('unannounced_order').select('order_id').execute();

async function placeOrder(): Promise<void> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  expect((await cart.post('/api/order', await orderOf(cart))).status).toBe(200);
}

test('an order is announced after its commit, and its stock is shown', async () => {
  await placeOrder();
  await expect.poll(shownQuantity).toBe(99);
  expect(await unannounced()).toEqual([]);
});

test('an order of a process that ended before announcing it is announced by another process', async () => {
  await placeOrder();
  await expect.poll(unannounced).toEqual([]);
  await sql`update stock set qty = 7`.execute(shop.db);
  await sql`insert into unannounced_order (order_id, created_at)
    select max(id), now() - interval '1 minute' from sales_order`.execute(shop.db);
  const announcer = openOrderAnnouncer(shop.db, log);
  await expect.poll(shownQuantity).toBe(7);
  expect(await unannounced()).toEqual([]);
  await announcer.stop();
});

test('an announcer announces what waits before it stops', async () => {
  await sql`update stock set qty = 5`.execute(shop.db);
  const { id: product } = await shop.db.selectFrom('product').select('id').executeTakeFirstOrThrow();
  await sql`insert into unannounced_order (order_id) select max(id) from sales_order`.execute(shop.db);
  const { order_id } = (await unannounced())[0]!;
  const announcer = openOrderAnnouncer(shop.db, log);
  announcer.announce({ id: order_id, products: [product] });
  await announcer.stop();
  expect(await unannounced()).toEqual([]);
  await expect.poll(shownQuantity).toBe(5);
});
