import { importShop } from '@fynbos/api/shop-import.ts';
import { behindProxy, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf, cartWith } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openShopOn, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The calls of a Vue Storefront 1.12 client, with the shop's default settings (docs/guides/old-clients.md). */

const products = 'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats,60.00,standard,99\n';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({ 'products.csv': products, 'delivery.csv': deliveryFile }, behindProxy);
});
afterAll(() => shop.close());

const numberOf = ({ status, body }: TestResponse) => [status, body.result?.orderNumber];

describe('a customer’s cart', () => {
  test('has the same token at each cart/create, until it was ordered (spec D4)', async () => {
    const person = { authorization: `Bearer ${(await logInPerson(shop)).token}` };
    const create = async () => (await shop.post('/api/cart/create', {}, person)).body.result as string;
    const token = await create();
    expect(await create()).toBe(token);
    const cart = cartOf(shop, token, person);
    expect((await cart.update({ sku: 'OATS', qty: 2 })).status).toBe(200);
    expect(await create()).toBe(token);
    expect(await cart.pull()).toMatchObject([{ sku: 'OATS', qty: 2 }]);
    expect((await order(cart)).status).toBe(200);
    expect(await create()).not.toBe(token);
  });
});

describe('two stored methods with one method code', () => {
  test('are both listed, and chosen by carrier and method (docs/import.md, delivery.csv)', async () => {
    const header = 'carrier,method,carrier_title,method_title,needs,price_incl_tax\n';
    const database = await freshDatabase();
    for (const rows of ['van,door,Van,Today,address,60\n', 'bike,door,Bike,Now,address,90\n'])
      await withFiles({ 'products.csv': products, 'delivery.csv': header + rows }, (folder) =>
        importShop(database.db, folder),
      );
    const both = await openShopOn(database);
    const cart = await cartWith(both, 'OATS');
    const { body } = await cart.post('/api/cart/shipping-methods', { address: { country_id: 'ZA' } });
    const codesOf = (offer: { carrier_code: string; method_code: string }) =>
      `${offer.carrier_code} ${offer.method_code}`;
    expect(body.result.map(codesOf)).toEqual(['van door', 'bike door']);
    const sent = await orderOf(cart);
    const addressInformation = { ...sent.addressInformation, shipping_carrier_code: 'bike' };
    const { body: ordered } = await cart.post('/api/order', { ...sent, addressInformation });
    const number = ordered.result.orderNumber;
    const stored = await both.db.selectFrom('sales_order').selectAll().where('number', '=', number).execute();
    expect(stored).toMatchObject([{ carrier_code: 'bike', method_code: 'door', shipping_cents: 9000 }]);
    await both.close();
  });
});

describe('the newsletter', () => {
  const path = '/api/ext/mailchimp-subscribe/subscribe';

  test('is also served at the path of the mailchimp extension', async () => {
    const email = 'reader@example.co.za';
    expect((await shop.post(path, { email })).body).toMatchObject({ code: 200, result: 'pending' });
    expect((await shop.get(`${path}?email=${email}`)).body).toMatchObject({
      code: 200,
      result: 'unsubscribed',
    });
  });
});

describe('an order', () => {
  const withoutHeader = ({ headers }: { headers: Record<string, string> }) => {
    const { 'x-cart-token': _, ...rest } = headers;
    return rest;
  };

  test('finds its cart by the query’s cartId', async () => {
    const cart = await cartWith(shop, 'OATS');
    const sent = await orderOf(cart);
    const path = `/api/order?cartId=${cart.token}&token=`;
    expect((await shop.post(path, sent, withoutHeader(cart))).status).toBe(200);
  });

  test('finds its cart by the cart_id of its body, when the client sends it again from a queue', async () => {
    const cart = await cartWith(shop, 'OATS');
    const sent = { ...(await orderOf(cart)), cart_id: cart.token };
    const first = await shop.post('/api/order', sent, withoutHeader(cart));
    expect(first.status).toBe(200);
    expect(numberOf(await shop.post('/api/order', sent, withoutHeader(cart)))).toEqual(numberOf(first));
  });

  test('prefers the header to the query, and the query to the body', async () => {
    const [cart, wrong] = [await cartWith(shop, 'OATS'), 'A'.repeat(43)];
    const sent = await orderOf(cart);
    const refused = await shop.post(
      `/api/order?cartId=${wrong}`,
      { ...sent, cart_id: cart.token },
      withoutHeader(cart),
    );
    expect([refused.status, refused.body.meta.problem]).toEqual([404, 'cart_not_found']);
    expect(
      (await shop.post(`/api/order?cartId=${wrong}`, { ...sent, cart_id: wrong }, cart.headers)).status,
    ).toBe(200);
  });

  test('may have any text as its id, and is placed once per id (spec D5)', async () => {
    const cart = await cartWith(shop, 'OATS');
    const order_id = `${Date.now()}-3f1c9a2e-77aa-4f09-b2f6-0c1a`;
    const sent = { ...(await orderOf(cart)), order_id };
    const first = await cart.post('/api/order', sent);
    expect(first.status).toBe(200);
    expect(numberOf(await cart.post('/api/order', sent))).toEqual(numberOf(first));
    const secondCart = await cartWith(shop, 'OATS');
    const conflict = await secondCart.post('/api/order', { ...(await orderOf(secondCart)), order_id });
    expect([conflict.status, conflict.body.meta.problem]).toEqual([404, 'cart_not_found']);
    expect((await shop.get(`/api/sync/order/${order_id}`)).body.result).toMatchObject({ transmited: true });
    for (const wrong of ['', 'x'.repeat(65)])
      expect(
        (await secondCart.post('/api/order', { ...(await orderOf(secondCart)), order_id: wrong })).status,
      ).toBe(400);
  });

  test('may be wrapped as {order} (spec commerce 7)', async () => {
    const cart = await cartWith(shop, 'OATS');
    expect((await cart.post('/api/order', { order: await orderOf(cart) })).status).toBe(200);
    const empty = await cartWith(shop, 'OATS');
    expect((await empty.post('/api/order', { order: {} })).status).toBe(400);
  });
});
