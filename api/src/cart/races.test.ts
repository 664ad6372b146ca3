import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson, type Person } from '../accounts/testing/people.ts';
import { isLong } from '../testing/long.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { cartOf, newCart, newKey, type TestCart } from './testing/guest.ts';

/** What happens at the same instant, on a real PostgreSQL (decisions 13, 21; reliability 6.6, 6.24). */

const writes = isLong ? 50 : 15;
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
const times = <T>(count: number, what: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => what(index));

describe('the same key a hundred times at once has one effect (CART-7)', () => {
  const said = {
    addressInformation: {
      shippingAddress: { postcode: '8001', countryId: 'ZA' },
      shippingCarrierCode: 'van',
      shippingMethodCode: 'door',
    },
  };
  test.each<[string, (cart: TestCart, key: Record<string, string>) => ReturnType<TestCart['post']>]>([
    ['add', (cart, key) => cart.update({ sku: 'P1', qty: 1 }, key)],
    ['delete', (cart, key) => cart.delete({ sku: 'P0' }, key)],
    ['shipping-information', (cart, key) => cart.post('/api/cart/shipping-information', said, key)],
    ['collect-totals', (cart, key) => cart.post('/api/cart/collect-totals', { methods: {} }, key)],
    ['delete-coupon', (cart, key) => cart.post('/api/cart/delete-coupon', {}, key)],
  ])('%s', async (_what, send) => {
    const cart = await guest();
    await cart.update({ sku: 'P0', qty: 1 });
    const key = newKey();
    const answers = await Promise.all(times(100, () => send(cart, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.meta.cartVersion))).toEqual(new Set([2]));
  });

  test('apply-coupon, as far as guesses are allowed at once', async () => {
    const cart = await guest();
    await cart.update({ sku: 'P0', qty: 1 });
    const key = newKey();
    const answers = await Promise.all(
      times(100, () => cart.post('/api/cart/apply-coupon?coupon=TEN', {}, key)),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(new Set(done.map(({ body }) => body.meta.cartVersion))).toEqual(new Set([2]));
    expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', grand_total: 9 });
  });
});

test(`ten writers with ${writes} writes each: the cart is their sum, and each write had a version of its own`, async () => {
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
  expect(versions.toSorted((one, other) => one - other)).toEqual(times(10 * writes, (index) => index + 1));
  expect((await cart.pull()).map(({ qty }) => qty)).toEqual(times(10, () => writes));
  expect(await cart.totals()).toMatchObject({ grand_total: 100 * writes, items_qty: 10 * writes });
}, 60_000);

test('a cart of 200 lines, written by many at once, keeps them all, and takes them to the customer’s', async () => {
  const person = await logInPerson(shop);
  const cart = await guest();
  await Promise.all(
    times(10, async (writer) => {
      for (const sku of many.slice(writer * 20, writer * 20 + 20))
        await cart.update({ sku, qty: 2 }, newKey());
    }),
  );
  const { body } = await shop.post('/api/cart/create', {}, { ...bearer(person), 'x-cart-token': cart.token });
  const own = cartOf(shop, body.result, bearer(person));
  const lines = await own.pull();
  expect(lines.map(({ sku, qty }) => `${sku} ${qty}`).toSorted()).toEqual(
    many.map((sku) => `${sku} 2`).toSorted(),
  );
  expect(await own.totals()).toMatchObject({ grand_total: 460, tax_amount: 60, items_qty: 400 });
}, 60_000);

test('what there are few of is not oversold by adding at once', async () => {
  const cart = await guest();
  const answers = await Promise.all(times(20, () => cart.update({ sku: 'FEW', qty: 1 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await cart.pull()).toMatchObject([{ qty: 3 }]);
});

test('two devices of a customer have one cart, each by a token of its own', async () => {
  const person = await logInPerson(shop);
  const [phone, desk] = [await newCart(shop, bearer(person)), await newCart(shop, bearer(person))];
  expect(phone.token).not.toBe(desk.token);
  await Promise.all(times(20, (index) => (index % 2 ? phone : desk).update({ sku: 'P3', qty: 1 }, newKey())));
  for (const cart of [phone, desk]) expect(await cart.pull()).toMatchObject([{ sku: 'P3', qty: 20 }]);
});

describe('a guest’s cart goes into the customer’s once (decision 21, T8)', () => {
  test('when the login happens twenty times at the same instant', async () => {
    const person = await logInPerson(shop);
    const before = await newCart(shop, bearer(person));
    await before.update({ sku: 'P0', qty: 2 });
    const mine = await guest();
    await mine.update({ sku: 'P0', qty: 1 });
    await mine.update({ sku: 'P1', qty: 4 });
    const logins = await Promise.all(
      times(20, () => shop.post('/api/cart/create', {}, { ...bearer(person), 'x-cart-token': mine.token })),
    );
    expect(new Set(logins.map(({ body }) => body.result)).size).toBe(20);
    for (const { body } of logins.slice(0, 3)) {
      const cart = cartOf(shop, body.result, bearer(person));
      expect(await cart.pull()).toMatchObject([
        { sku: 'P0', qty: 3 },
        { sku: 'P1', qty: 4 },
      ]);
    }
    expect((await mine.get('/api/cart/pull')).status).toBe(404);
  });

  test('of two customers who show it, one gets it', async () => {
    const people = [await logInPerson(shop), await logInPerson(shop)];
    const mine = await guest();
    await mine.update({ sku: 'P2', qty: 1 });
    const opened = await Promise.all(
      people.map(async (person) => {
        const { body } = await shop.post(
          '/api/cart/create',
          {},
          { ...bearer(person), 'x-cart-token': mine.token },
        );
        return cartOf(shop, body.result, bearer(person)).pull();
      }),
    );
    expect(opened.map((lines) => lines.length).toSorted()).toEqual([0, 1]);
  });

  test('while the guest still adds: what was answered is in the customer’s cart', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await logInPerson(shop);
      const mine = await guest();
      await mine.update({ sku: 'P5', qty: 1 });
      const adding = times(10, () => mine.update({ sku: 'P5', qty: 1 }, newKey()));
      const { body } = await shop.post(
        '/api/cart/create',
        {},
        { ...bearer(person), 'x-cart-token': mine.token },
      );
      const added = (await Promise.all(adding)).filter(({ status }) => status === 200).length;
      expect(await cartOf(shop, body.result, bearer(person)).pull()).toMatchObject([{ qty: 1 + added }]);
    }
  });

  test('with its coupon; and at most what there is', async () => {
    const person = await logInPerson(shop);
    await (await newCart(shop, bearer(person))).update({ sku: 'FEW', qty: 2 });
    const mine = await guest();
    await mine.update({ sku: 'FEW', qty: 3 });
    await mine.post('/api/cart/apply-coupon?coupon=ten');
    const { body } = await shop.post(
      '/api/cart/create',
      {},
      { ...bearer(person), 'x-cart-token': mine.token },
    );
    const cart = cartOf(shop, body.result, bearer(person));
    expect(await cart.pull()).toMatchObject([{ sku: 'FEW', qty: 3 }]);
    expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', grand_total: 13.5 });
  });

  test('carts of 999,999 pieces come to no more than a cart holds', async () => {
    const person = await logInPerson(shop);
    await (await newCart(shop, bearer(person))).update({ sku: 'P9', qty: 9999 });
    const mine = await guest();
    await mine.update({ sku: 'P9', qty: 9999 });
    const answer = await shop.post('/api/cart/create', {}, { ...bearer(person), 'x-cart-token': mine.token });
    expect(answer.status).toBe(200);
  });
});
