import { behindProxy, logInCustomer, logInPerson, password } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address } from '@fynbos/test-kit/orders/order-body.ts';
import { type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUnpaid } from './payment-retention-service.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const hour = 60 * 60_000;
const day = 24 * hour;

/** The stored rows of an order and its payments, as text. */
async function storedTextOf({ orderId }: Payer): Promise<string> {
  const order = await shop.db
    .selectFrom('sales_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const attempts = await shop.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  const uses = await shop.db.selectFrom('coupon_use').selectAll().where('order_id', '=', order.id).execute();
  return JSON.stringify([order, attempts, uses]);
}

/** Lets the payment deadline pass. */
async function expire(...shoppers: Payer[]): Promise<void> {
  for (const { id, provider } of shoppers) await shop.act(provider, id, 'cancel');
  await shop.advance(2 * hour);
  for (const shopper of shoppers) await expect.poll(() => storedTextOf(shopper)).toContain('"expired"');
}

const personal = new RegExp(`${address.email}|${address.firstname}|${address.lastname}`);

test('an unpaid order loses its personal data after a month, and a paid order does not', async () => {
  const [unpaid, paid] = [await payer(shop, 'card'), await payer(shop, 'instalments')];
  await shop.act('instalments', paid.id, 'pay');
  expect((await paid.status()).status).toBe('paid');
  await expire(unpaid);
  await sweepUnpaid(shop.db, new Date(shop.now().getTime() + 29 * day));
  expect(await storedTextOf(unpaid)).toMatch(personal);
  await sweepUnpaid(shop.db, new Date(shop.now().getTime() + 31 * day));
  expect(await storedTextOf(unpaid)).not.toMatch(personal);
  expect(await storedTextOf(unpaid)).not.toContain('http');
  expect(await storedTextOf(paid)).toMatch(personal);
  const { out } = await shop.admin('orders', 'show', (await paid.status()).orderNumber);
  expect(out).toContain(address.email);
  // A late payment is refunded.
  await shop.act('card', unpaid.id, 'pay').catch(() => undefined);
});

test('erasing an account erases the personal data of its unpaid orders', async () => {
  const person = await logInPerson(shop);
  const cart = await newCart(shop, { authorization: `Bearer ${person.token}` });
  await cart.update({ sku: 'TEA', qty: 1 });
  const unpaid = await payerOf(shop, cart, 'card');
  await expire(unpaid);
  expect(await storedTextOf(unpaid)).toMatch(personal);
  const later = await logInCustomer(shop, person.email);
  const { body } = await later.request('GET', '/api/user/export');
  expect(body.result.payments).toMatchObject([{ reference: unpaid.reference, provider: 'card' }]);
  expect((await later.request('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
  expect(await storedTextOf(unpaid)).not.toMatch(personal);
});
