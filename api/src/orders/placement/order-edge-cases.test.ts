import {
  behindProxy,
  freshAddress,
  logInPerson,
  password,
  proveAddress,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../../catalogue/import/import.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { disableCoupon } from '../../promotions/promotion-service.ts';
import { getOrder } from '../records/order-service.ts';

/** Rare but valid orders. */

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const parts = cell([
  { title: 'Tea', required: true, product_links: [{ sku: 'TEA', is_default: true }] },
  { title: 'Cups', required: true, product_links: [{ sku: 'CUP', qty: 2, is_default: true }] },
]);
const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,type_id,bundle_options\n' +
    'TEA,Tea,60.00,standard,400,simple,\nCUP,Cup,30.00,standard,400,simple,\n' +
    `HAMPER,Hamper,,standard,2,bundle,${parts}\n`,
  'coupons.csv': 'code,label,kind,percent,first_order\nTEN,10 %,percent,10,\nFIRST,First,percent,50,yes\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = async (sku: string, more: object = {}, code?: string): Promise<TestCart> => {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  expect((await cart.update({ sku, qty: 1, ...more })).status).toBe(200);
  if (code) expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`)).status).toBe(200);
  return cart;
};
const load = (file: Record<string, string>) => withFiles(file, (folder) => importInto(shop.db, folder));
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const problemOf = ({ body }: { body: { meta?: { problem?: string } } }) => body.meta?.problem;

describe('a set', () => {
  test('an order of a bundle takes its parts and the bundle from stock', async () => {
    const { items } = await search(shop, { size: 50 });
    const hamper = items.find((item: { sku: string }) => item.sku === 'HAMPER');
    type Option = { option_id: number; product_links: { id: string; qty: number }[] };
    const bundle_options = hamper.bundle_options.map(({ option_id, product_links: [link] }: Option) => ({
      ...{ option_id, option_qty: link!.qty, option_selections: [link!.id] },
    }));
    const product_option = { extension_attributes: { bundle_options } };
    for (const left of [1, 0]) {
      const cart = await guest('HAMPER', { product_option });
      expect(problemOf(await cart.post('/api/order', orderFor({ HAMPER: 1 })))).toBeUndefined();
      await expect.poll(() => stockOf('HAMPER')).toBe(left);
    }
    expect([await stockOf('TEA'), await stockOf('CUP')]).toEqual([398, 396]);
    const late = await guest('HAMPER', { product_option });
    expect(problemOf(await late.post('/api/order', orderFor({ HAMPER: 1 })))).toBe('order_lines_unavailable');
    expect(await invariantViolations(shop.db)).toEqual([]);
  });
});

describe('order with a code that is no longer valid', () => {
  test('an order without a stated total is refused when its code is no longer valid', async () => {
    const cart = await guest('TEA', {}, 'TEN');
    await disableCoupon(shop.db, 'TEN');
    const silent = await cart.post('/api/order', orderFor({ TEA: 1 }));
    expect([silent.status, problemOf(silent), silent.body.meta.totals.grand_total]).toEqual([
      409,
      'total_changed',
      120,
    ]);
    expect((await cart.post('/api/order', orderFor({ TEA: 1 }, { grand_total: 120 }))).status).toBe(200);
  });

  test('a first-order code is valid once per mailbox, whatever alias is used', async () => {
    const first = await guest('TEA');
    await first.post('/api/order', orderFor({ TEA: 1 }, { email: 'zola@gmail.com' }));
    const second = await guest('TEA', {}, 'FIRST');
    const sent = orderFor({ TEA: 1 }, { email: 'Z.ola+again@gmail.com', grand_total: 90 });
    expect(problemOf(await second.post('/api/order', sent))).toBe('total_changed');
  });

  test('a first-order code counts for one of several concurrent orders of a person', async () => {
    const carts = await Promise.all(Array.from({ length: 8 }, () => guest('TEA', {}, 'FIRST')));
    const sent = () => orderFor({ TEA: 1 }, { email: 'lindiwe@example.co.za', grand_total: 90 });
    const responses = await Promise.all(carts.map((cart) => cart.post('/api/order', sent())));
    expect(countKinds(responses)).toEqual({ 'order placed': 1, total_changed: 7 });
  });
});

test('the same order id from two carts at once is one order, without a failure', async () => {
  const carts = await Promise.all(Array.from({ length: 8 }, () => guest('TEA')));
  const sent = orderFor({ TEA: 1 });
  const responses = await Promise.all(carts.map((cart) => cart.post('/api/order', sent)));
  const statuses = responses.map(({ status }) => status).toSorted((left, right) => left - right);
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
});

test('an order is refused for a product whose price became zero', async () => {
  const cart = await guest('CUP');
  await load({ 'products.csv': 'sku,price_incl_tax,tax_class\nCUP,0,standard\n' });
  await expect.poll(async () => (await cart.pull())[0]!.problems).toEqual(['price_unknown']);
  expect(problemOf(await cart.post('/api/order', orderFor({ CUP: 1 })))).toBe('order_lines_unavailable');
});

test('an order with a very deeply nested body is refused', async () => {
  const deep = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;
  const body = JSON.stringify({ ...orderFor({ TEA: 1 }), note: 0 }).replace('"note":0', `"note":${deep}`);
  expect((await shop.post('/api/order', body)).status).toBe(400);
});

test('orders of strangers cannot flood an e-mail address (T21)', async () => {
  const carts = await Promise.all(Array.from({ length: 40 }, () => guest('TEA')));
  const responses = await Promise.all(
    carts.map((cart) => cart.post('/api/order', orderFor({ TEA: 1 }, { email: 'victim@example.co.za' }))),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(new Set(responses.filter(({ status }) => status !== 200).map(problemOf))).toEqual(
    new Set(['too_many_attempts']),
  );
});

test('orders of an account cannot flood the mailbox of somebody else (T26)', async () => {
  // Somebody else's mailbox, in another spelling; thirty orders have used up its mails.
  await setBucketTokens(shop.db, bucketKey('order-mailbox', 'carol@example.co.za'), 0);
  const attacker = await logInPerson(shop, { email: 'carol+shop@example.co.za' });
  const cart = await newCart(shop, { authorization: `Bearer ${attacker.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const refused = await cart.post('/api/order', orderFor({ TEA: 1 }));
  expect([refused.status, problemOf(refused)]).toEqual([429, 'too_many_attempts']);
  await setBucketTokens(shop.db, bucketKey('order-mailbox', 'carol@example.co.za'), 1);
  expect((await cart.post('/api/order', orderFor({ TEA: 1 }))).status).toBe(200);
});

test('a cart tells an account on an unproven address nothing about earlier orders of that address (T25)', async () => {
  const email = 'naledi@example.co.za';
  const first = await guest('TEA');
  expect((await first.post('/api/order', orderFor({ TEA: 1 }, { email }))).status).toBe(200);
  const person = await logInPerson(shop, { email });
  const cart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const apply = () => cart.post('/api/cart/apply-coupon?coupon=FIRST');
  expect((await apply()).status).toBe(200);
  // The order itself applies the rule, as for a guest.
  expect(problemOf(await cart.post('/api/order', orderFor({ TEA: 1 }, { grand_total: 90 })))).toBe(
    'total_changed',
  );
  await proveAddress(shop, email);
  expect(problemOf(await apply())).toBe('coupon_first_order');
});

test('what a client sends with the payment method is stored with the order, up to 4096 bytes', async () => {
  const place = async (payment_method_additional: unknown) => {
    const cart = await guest('TEA');
    const { addressInformation, ...sent } = orderFor({ TEA: 1 });
    const information = { ...addressInformation, payment_method_additional };
    return (await cart.post('/api/order', { ...sent, addressInformation: information })).body;
  };
  const storedWith = async (additional: unknown) => {
    const { result } = await place(additional);
    return (await getOrder(shop.db, result.orderNumber)).order.payment_additional;
  };
  // The quotation marks of the JSON text count, too.
  const largest = 'é'.repeat(2047);
  for (const additional of [{ change_for: 200 }, largest])
    expect(await storedWith(additional)).toEqual(additional);
  for (const empty of [{}, [], null, undefined]) expect(await storedWith(empty)).toBeNull();
  for (const unstorable of ['\u0000', '\ud800']) expect((await place({ unstorable })).code).toBe(400);
  expect((await place(`${largest}x`)).meta).toMatchObject({
    problem: 'invalid_input',
    fields: [
      { field: 'body/addressInformation/payment_method_additional', message: 'is larger than 4096 bytes' },
    ],
  });
});

test('delivery details of a client’s own form are limited to 4096 bytes too (T32)', async ({ task }) => {
  const { addressInformation, ...sent } = orderFor({ TEA: 1 });
  const sizes: unknown[] = ['x'.repeat(4095), { point: 'é'.repeat(2050) }, Array(2049).fill(1)];
  for (const shippingExtraFields of sizes) {
    const cart = await guest('TEA');
    const information = { ...addressInformation, shippingExtraFields };
    const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
    expect(body.meta).toMatchObject({
      problem: 'invalid_input',
      fields: [
        { field: 'body/addressInformation/shippingExtraFields', message: 'is larger than 4096 bytes' },
      ],
    });
  }
  task.meta.attempts = sizes.length;
});

test('a customer exports what was sent with the payment method of an order, and erasing the account removes it', async () => {
  const person = await logInPerson(shop);
  const cart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const { addressInformation, ...sent } = orderFor({ TEA: 1 });
  const information = { ...addressInformation, payment_method_additional: { change_for: 200 } };
  const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
  const exported = (await person.request('GET', '/api/user/export')).body.result;
  expect(exported.orders).toMatchObject([{ payment_method_additional: { change_for: 200 } }]);
  expect((await person.request('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
  const { order } = await getOrder(shop.db, body.result.orderNumber);
  expect([order.number, order.payment_additional]).toEqual([body.result.orderNumber, null]);
});

test('the pick-up point is part of an order’s meaning: another one is an idempotency conflict', async () => {
  const cart = await guest('TEA');
  const { addressInformation, ...sent } = orderFor({ TEA: 1 });
  const at = (point: string) => ({
    ...sent,
    addressInformation: { ...addressInformation, shippingExtraFields: { point } },
  });
  const { body } = await cart.post('/api/order', at('Locker 7'));
  const stored = await getOrder(shop.db, body.result.orderNumber);
  expect(stored.order.shipping_extra).toEqual({ point: 'Locker 7' });
  expect(problemOf(await cart.post('/api/order', at('Locker 8')))).toBe('idempotency_conflict');
});
