import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Rooibos Tea,60.00,standard,100\n',
    'delivery.csv': deliveryFile,
  });
});
afterAll(() => shop.close());

const run = async (...args: string[]) => {
  const { out, err } = await administer(shop.db, ...args);
  return out + err;
};

async function place(email: string, caller: Record<string, string> = {}) {
  const cart = await newCart(shop, caller);
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart.post('/api/order', orderFor({ TEA: 1 }, { email }));
}

test('orders note stores notes of the owner, and orders show prints them on one line each', async () => {
  const number = (await place('thandi@example.co.za')).body.result.orderNumber;
  expect(await run('orders', 'note', number, 'Call before delivery')).toBe(
    `The note is stored with the order ${number}.\n`,
  );
  await run('orders', 'note', number, 'Gate code\n4711');
  expect(await run('orders', 'show', number)).toMatch(
    /\n {2}20.* {2}note: Call before delivery\n {2}20.* {2}note: Gate code 4711\n$/,
  );
  expect(await run('orders', 'note', number, 'x'.repeat(201))).toContain('at most 200 characters');
  expect(await run('orders', 'note', '4711', 'x')).toBe('There is no order 000004711.\n');
});

test('no order is accepted from a blocked address, however it is written, until it is unblocked', async () => {
  expect(await run('customers', 'block', 'Sipho@gmail.com', '--reason', 'Never pays')).toBe(
    'No order is accepted from sipho@gmail.com any more.\n',
  );
  for (const email of ['sipho@gmail.com', 's.ipho+shop@gmail.com']) {
    const { status, body } = await place(email);
    expect([email, status, body.meta.problem, body.result]).toEqual([
      email,
      403,
      'customer_blocked',
      'We cannot accept orders from this e-mail address. Please contact us.',
    ]);
  }
  expect((await place('other@example.co.za')).status).toBe(200);
  expect(await run('customers', 'blocked')).toMatch(
    /^sipho@gmail\.com {2}since 20.* {2}Never pays\n1 address\n$/,
  );
  expect(await run('customers', 'unblock', 'sipho@gmail.com')).toContain('are accepted again.');
  expect(await run('customers', 'unblock', 'sipho@gmail.com')).toBe('sipho@gmail.com is not blocked.\n');
  expect(await run('customers', 'block', 'sipho')).toContain('"sipho" is no e-mail address');
  expect((await place('sipho@gmail.com')).status).toBe(200);
});

test('a blocked customer stays logged in, and cannot order with another address', async () => {
  const person = await logInPerson(shop);
  await run('customers', 'block', person.email);
  const refused = await place('another@example.co.za', { authorization: `Bearer ${person.token}` });
  expect([refused.status, refused.body.meta?.problem]).toEqual([403, 'customer_blocked']);
  expect((await person.request('GET', '/api/user/me')).status).toBe(200);
});
