import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf, newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepCarts } from './cart-retention-service.ts';

/** A separate cart beside the customer's own, for an order that was made offline (spec accounts 4.4). */

const now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  const products =
    'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats,43.50,zero,90\nTEA,Tea,60.00,standard,90\n';
  const files = { 'products.csv': products, 'delivery.csv': deliveryFile };
  shop = await openSmallShop(files, behindProxy, () => now);
});
afterAll(() => shop.close());

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });

async function cartApart(caller: Record<string, string>): Promise<TestCart> {
  const { status, body } = await shop.post('/api/cart/create?apart=true', {}, caller);
  expect(status).toBe(200);
  return cartOf(shop, body.result, caller);
}

describe('separate cart of a customer', () => {
  test('a separate cart belongs to the customer and leaves the customer’s main cart unchanged; there may be several', async () => {
    const person = await logInPerson(shop);
    const ownCart = await newCart(shop, bearer(person));
    await ownCart.update({ sku: 'TEA', qty: 1 });
    const carts = [await cartApart(bearer(person)), await cartApart(bearer(person))];
    for (const cart of carts) await cart.update({ sku: 'OATS', qty: 2 });
    expect(await ownCart.pull()).toMatchObject([{ sku: 'TEA', qty: 1 }]);
    const placed = await Promise.all(carts.map((cart) => order(cart)));
    expect(placed.map(({ status }) => status)).toEqual([200, 200]);
    const history = await person.request('GET', '/api/user/order-history');
    expect(history.body.result.total_count).toBe(2);
    expect(await ownCart.pull()).toMatchObject([{ sku: 'TEA', qty: 1 }]);
    expect(await (await newCart(shop, bearer(person))).pull()).toMatchObject([{ sku: 'TEA' }]);
  });

  test('a separate cart takes nothing from a guest cart whose token is sent along', async () => {
    const person = await logInPerson(shop);
    const guest = await newCart(shop);
    await guest.update({ sku: 'TEA', qty: 1 });
    const { token } = await cartApart({ ...bearer(person), 'x-cart-token': guest.token });
    const apart = cartOf(shop, token, bearer(person));
    expect(await apart.pull()).toEqual([]);
    expect(await guest.pull()).toMatchObject([{ sku: 'TEA' }]);
  });

  test('a separate cart is not found by anyone else', async () => {
    const apart = await cartApart(bearer(await logInPerson(shop)));
    const otherPerson = await logInPerson(shop);
    for (const headers of [{}, bearer(otherPerson)]) {
      const { status } = await cartOf(shop, apart.token, headers).get('/api/cart/pull');
      expect(status).toBe(404);
    }
  });

  test('a separate cart of a guest is a guest cart', async () => {
    const apart = await cartApart({ 'x-forwarded-for': freshAddress() });
    await apart.update({ sku: 'OATS', qty: 1 });
    expect((await order(apart)).status).toBe(200);
  });

  test('a separate cart is deleted after 90 days unless it was ordered', async () => {
    const person = await logInPerson(shop);
    const [left, ordered] = [await cartApart(bearer(person)), await cartApart(bearer(person))];
    for (const cart of [left, ordered]) await cart.update({ sku: 'OATS', qty: 1 });
    await order(ordered);
    const before = await countCarts(person);
    await sweepCarts(shop.db, new Date(now.getTime() + 91 * 24 * 60 * 60 * 1000));
    expect(await countCarts(person)).toBe(before - 1);
    expect((await left.get('/api/cart/pull')).status).toBe(404);
  });
});

async function countCarts({ id }: Person): Promise<number> {
  return (await shop.db.selectFrom('cart').select('id').where('customer_id', '=', id).execute()).length;
}
