import { behindProxy, logInPerson, password } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, newKey } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCarts } from './cart-retention-service.ts';

const now = new Date('2026-11-20T08:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
let shop: TestShop;
beforeAll(async () => {
  const products = 'sku,name,price_incl_tax,tax_class\nTEA,Tea,59.99,standard\n';
  shop = await openSmallShop({ 'products.csv': products }, behindProxy, () => now);
});
afterAll(() => shop.close());

const count = async (table: 'cart' | 'cart_line' | 'cart_write') =>
  (await shop.db.selectFrom(table).selectAll().execute()).length;

test('sweepCarts deletes guest carts 90 days after their last write and keys after a day, but no customer carts', async () => {
  const person = await logInPerson(shop);
  const customerCart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await customerCart.update({ sku: 'TEA', qty: 1 }, newKey());
  const guest = await newCart(shop);
  await guest.update({ sku: 'TEA', qty: 1 }, newKey());
  await shop.db.updateTable('cart_write').set({ occurred_at: now }).execute();
  const rows = async () => [await count('cart'), await count('cart_line'), await count('cart_write')];
  await sweepCarts(shop.db, after(0.9));
  expect(await rows()).toEqual([2, 2, 2]);
  await sweepCarts(shop.db, after(1.1));
  expect(await rows()).toEqual([2, 2, 0]);
  await sweepCarts(shop.db, after(91));
  expect(await rows()).toEqual([1, 1, 0]);
  expect(await customerCart.pull()).toMatchObject([{ sku: 'TEA' }]);
  expect((await guest.get('/api/cart/pull')).status).toBe(404);
});

test('erasing a customer deletes the cart and the guest cart merged into it (T8, POPIA)', async () => {
  const person = await logInPerson(shop);
  const guest = await newCart(shop);
  await guest.update({ sku: 'TEA', qty: 2 });
  const bearer = { authorization: `Bearer ${person.token}` };
  await shop.post('/api/cart/create', {}, { ...bearer, 'x-cart-token': guest.token });
  const exported = await person.request('GET', '/api/user/export');
  expect(exported.body.result.carts).toMatchObject([{ lines: [{ sku: 'TEA', qty: 2 }] }]);
  const before = await count('cart');
  expect((await person.request('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
  expect(await count('cart')).toBe(before - 2);
});
