import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf, newCart, newKey, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Concurrent cart writes on a real PostgreSQL (spec D13, D21; spec reliability 6.6, 6.24). */

const writes = repetitions(8, 50);
const skus = Array.from({ length: 10 }, (_, index) => `P${index}`);
const many = Array.from({ length: 200 }, (_, index) => `L${index}`);
const files = {
  'products.csv': `sku,name,price_incl_tax,tax_class,qty\n${skus.map((sku) => `${sku},${sku},10.00,standard,`).join('\n')}\nFEW,Few,5.00,standard,3\n${many.map((sku) => `${sku},${sku},1.15,standard,`).join('\n')}\n`,
  'coupons.csv': 'code,label,kind,percent\nTEN,10 %,percent,10\n',
  'delivery.csv':
    'carrier,method,carrier_title,method_title,needs,price_incl_tax\nvan,door,Van,Today,address,60\n',
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });
const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });
const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

describe('a write with the same key sent a hundred times at once has one effect (CART-7)', () => {
  const shippingRequest = {
    addressInformation: {
      shippingAddress: { postcode: '8001', countryId: 'ZA' },
      shippingCarrierCode: 'van',
      shippingMethodCode: 'door',
    },
  };
  type Send = (cart: TestCart, key: Record<string, string>) => ReturnType<TestCart['post']>;
  test.each<[string, number, Send]>([
    ['add', 2, (cart, key) => cart.update({ sku: 'P1', qty: 1 }, key)],
    ['delete', 2, (cart, key) => cart.delete({ sku: 'P0' }, key)],
    [
      'shipping-information',
      2,
      (cart, key) => cart.post('/api/cart/shipping-information', shippingRequest, key),
    ],
    // These two change nothing in this cart.
    ['collect-totals', 1, (cart, key) => cart.post('/api/cart/collect-totals', { methods: {} }, key)],
    ['delete-coupon', 1, (cart, key) => cart.post('/api/cart/delete-coupon', {}, key)],
  ])('%s', async (_what, version, send) => {
    const cart = await guest();
    await cart.update({ sku: 'P0', qty: 1 });
    const key = newKey();
    const responses = await Promise.all(times(100, () => send(cart, key)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body.result))).size).toBe(1);
    expect(new Set(responses.map(({ body }) => body.meta.cartVersion))).toEqual(new Set([version]));
  });

  test('apply-coupon with the same key has one effect, within the limit for guesses', async () => {
    const cart = await guest();
    await cart.update({ sku: 'P0', qty: 1 });
    const key = newKey();
    const responses = await Promise.all(
      times(100, () => cart.post('/api/cart/apply-coupon?coupon=TEN', {}, key)),
    );
    const done = responses.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(new Set(done.map(({ body }) => body.meta.cartVersion))).toEqual(new Set([2]));
    expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', grand_total: 9 });
  });
});

test(`a cart with ten writers of ${writes} writes each is their sum, and each write has its own version`, async () => {
  const cart = await guest();
  const versions: number[] = [];
  await Promise.all(
    times(10, async (writer) => {
      for (let write = 0; write < writes; write++) {
        const { body, status } = await cart.update({ sku: skus[(writer + write) % 10], qty: 1 }, newKey());
        expect(status).toBe(200);
        versions.push(body.meta.cartVersion);
      }
    }),
  );
  expect(versions.toSorted((left, right) => left - right)).toEqual(times(10 * writes, (index) => index + 1));
  expect((await cart.pull()).map(({ qty }) => qty)).toEqual(times(10, () => writes));
  expect(await cart.totals()).toMatchObject({ grand_total: 100 * writes, items_qty: 10 * writes });
});

test('a cart of 200 lines from concurrent writers is complete and is merged into the customer’s cart', async () => {
  const person = await logInPerson(shop);
  const cart = await guest();
  await Promise.all(
    times(10, async (writer) => {
      for (const sku of many.slice(writer * 20, writer * 20 + 20))
        await cart.update({ sku, qty: 2 }, newKey());
    }),
  );
  const { body } = await shop.post('/api/cart/create', {}, { ...bearer(person), 'x-cart-token': cart.token });
  const customerCart = cartOf(shop, body.result, bearer(person));
  const lines = await customerCart.pull();
  expect(lines.map(({ sku, qty }) => `${sku} ${qty}`).toSorted()).toEqual(
    many.map((sku) => `${sku} 2`).toSorted(),
  );
  expect(await customerCart.totals()).toMatchObject({ grand_total: 460, tax_amount: 60, items_qty: 400 });
});

test('concurrent additions to a cart do not oversell scarce stock', async () => {
  const cart = await guest();
  const responses = await Promise.all(times(20, () => cart.update({ sku: 'FEW', qty: 1 })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await cart.pull()).toMatchObject([{ qty: 3 }]);
});

test('two devices of a customer share one cart and its token (spec D4)', async () => {
  const person = await logInPerson(shop);
  const [phone, desk] = [await newCart(shop, bearer(person)), await newCart(shop, bearer(person))];
  expect(phone.token).toBe(desk.token);
  await Promise.all(times(20, (index) => (index % 2 ? phone : desk).update({ sku: 'P3', qty: 1 }, newKey())));
  for (const cart of [phone, desk]) expect(await cart.pull()).toMatchObject([{ sku: 'P3', qty: 20 }]);
});

describe('a guest cart is merged into the customer’s cart once (spec D21, T8)', () => {
  test('a guest cart is merged once when twenty logins happen at the same time', async () => {
    const person = await logInPerson(shop);
    const before = await newCart(shop, bearer(person));
    await before.update({ sku: 'P0', qty: 2 });
    const guestCart = await guest();
    await guestCart.update({ sku: 'P0', qty: 1 });
    await guestCart.update({ sku: 'P1', qty: 4 });
    const logins = await Promise.all(
      times(20, () =>
        shop.post('/api/cart/create', {}, { ...bearer(person), 'x-cart-token': guestCart.token }),
      ),
    );
    const tokens = new Set(logins.map(({ body }) => body.result as string));
    expect([...tokens]).toEqual([before.token]);
    expect(await before.pull()).toMatchObject([
      { sku: 'P0', qty: 3 },
      { sku: 'P1', qty: 4 },
    ]);
    expect((await guestCart.get('/api/cart/pull')).status).toBe(404);
  });

  test('a guest cart shown by two customers is merged into one cart only', async () => {
    const customers = [await logInPerson(shop), await logInPerson(shop)];
    const guestCart = await guest();
    await guestCart.update({ sku: 'P2', qty: 1 });
    const opened = await Promise.all(
      customers.map(async (person) => {
        const { body } = await shop.post(
          '/api/cart/create',
          {},
          { ...bearer(person), 'x-cart-token': guestCart.token },
        );
        return cartOf(shop, body.result, bearer(person)).pull();
      }),
    );
    expect(opened.map((lines) => lines.length).toSorted()).toEqual([0, 1]);
  });

  test('confirmed writes of a guest during the merge are in the customer’s cart', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await logInPerson(shop);
      const guestCart = await guest();
      await guestCart.update({ sku: 'P5', qty: 1 });
      const adding = times(10, () => guestCart.update({ sku: 'P5', qty: 1 }, newKey()));
      const { body } = await shop.post(
        '/api/cart/create',
        {},
        { ...bearer(person), 'x-cart-token': guestCart.token },
      );
      const added = (await Promise.all(adding)).filter(({ status }) => status === 200).length;
      expect(await cartOf(shop, body.result, bearer(person)).pull()).toMatchObject([{ qty: 1 + added }]);
    }
  });

  test('a guest cart is merged with its coupon and at most up to the stock', async () => {
    const person = await logInPerson(shop);
    await (await newCart(shop, bearer(person))).update({ sku: 'FEW', qty: 2 });
    const guestCart = await guest();
    await guestCart.update({ sku: 'FEW', qty: 3 });
    await guestCart.post('/api/cart/apply-coupon?coupon=ten');
    const { body } = await shop.post(
      '/api/cart/create',
      {},
      { ...bearer(person), 'x-cart-token': guestCart.token },
    );
    const cart = cartOf(shop, body.result, bearer(person));
    expect(await cart.pull()).toMatchObject([{ sku: 'FEW', qty: 3 }]);
    expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', grand_total: 13.5 });
  });

  test('merging large carts does not exceed the maximum quantity of a line', async () => {
    const person = await logInPerson(shop);
    await (await newCart(shop, bearer(person))).update({ sku: 'P9', qty: 9999 });
    const guestCart = await guest();
    await guestCart.update({ sku: 'P9', qty: 9999 });
    const response = await shop.post(
      '/api/cart/create',
      {},
      { ...bearer(person), 'x-cart-token': guestCart.token },
    );
    expect(response.status).toBe(200);
  });
});
