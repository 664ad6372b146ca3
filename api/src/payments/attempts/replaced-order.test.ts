import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, handOver, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { manyUnpaidOrders } from '@fynbos/test-kit/shop/unpaid-limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setValidity } from '../../promotions/promotion-service.ts';

/** Orders of a cart of which another order is placed, and codes of an order that late money revives (ADR-034). */

let shop: PayingShop;
beforeAll(async () => {
  const coupons =
    'code,label,kind,percent,most_uses_each,first_order\nEACH,Each,percent,50,1,\nFIRST,First,percent,50,,yes\nDATED,Dated,percent,50,,\n';
  shop = await openPayingShop(
    { ...payingFiles, 'coupons.csv': coupons },
    { ...behindProxy, ...manyUnpaidOrders },
  );
});
afterAll(() => shop.close());

const minute = 60_000;
const problemOf = ({ status, body }: { status: number; body: { meta?: { problem?: string } } }) => [
  status,
  body.meta?.problem,
];
const stateOf = async ({ orderId }: { orderId: string }) => (await readOrderState(shop.db, orderId)).state;
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;

async function mailsAbout(number: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from mail
    where subject like ${`%${number}%`} order by id`.execute(shop.db);
  return rows.map(({ text }) => text);
}

test('when an earlier page of a cart is paid, the order that was started again ends and its late money is refunded', async () => {
  const cart = await cartWith(shop, 'RARE');
  const first = await payerOf(shop, cart, 'card');
  await cart.update({ sku: 'TEA', qty: 1 });
  const second = await payerOf(shop, cart, 'local-a');
  await shop.act('card', first.id, 'pay');
  await expect.poll(() => first.status()).toMatchObject({ status: 'paid', isOrdered: true });
  const { orderNumber } = await first.status();
  expect(await second.status()).toMatchObject({
    ...{ status: 'cancelled', canPay: false, isOrdered: false, orderedWith: orderNumber },
    message: `Already ordered with ${orderNumber}. Please do not pay again.`,
  });
  expect(await stateOf(second)).toBe('expired');
  expect(await stockOf('RARE')).toBe(0);
  const { checkoutReference, grand_total } = { checkoutReference: second.reference, grand_total: 180 };
  const again = await handOver(cart, 'local-a', { checkoutReference, grand_total });
  expect(again.body.result.kind).toBe('done');
  await shop.advance(12 * minute);
  await shop.act('local-a', second.id, 'pay');
  await expect
    .poll(async () => {
      await shop.advance(minute);
      return second.status();
    })
    .toMatchObject({ isGivenBack: true, canPay: false, orderedWith: orderNumber });
  const mails = await mailsAbout((await second.status()).orderNumber);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`already ordered with order ${orderNumber}`);
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
});

/** Orders TEA with a code, from a mailbox of its own, and lets the order expire. */
async function expiredWith(code: string) {
  const cart = await cartWith(shop, 'TEA');
  const email = `${crypto.randomUUID()}@example.co.za`;
  await cart.post(`/api/cart/apply-coupon?coupon=${code}`);
  const sent = { ...(await orderFrom(cart, email)), checkoutReference: crypto.randomUUID() };
  sent.addressInformation.payment_method_code = 'local-a';
  expect((await cart.post('/api/order/save-pending-order', sent)).status).toBe(200);
  const { body } = await handOver(cart, 'local-a', { ...sent, grand_total: 90 });
  await shop.act('local-a', body.result.id, 'cancel');
  await shop.advance(50 * minute);
  await expect.poll(() => stateOf({ orderId: sent.order_id })).toBe('expired');
  return { email, orderId: sent.order_id, id: body.result.id as string };
}

async function orderFrom(cart: TestCart, email: string) {
  const sent = await orderOf(cart);
  const place = { ...sent.addressInformation.shippingAddress, email };
  const addresses = { shippingAddress: place, billingAddress: place };
  return { ...sent, addressInformation: { ...sent.addressInformation, ...addresses } };
}

test('late money revives an order only if each code of it may still be used: per person, first order, dates', async () => {
  const [each, first, dated, usable] = [
    await expiredWith('EACH'),
    await expiredWith('FIRST'),
    await expiredWith('DATED'),
    await expiredWith('EACH'),
  ];
  for (const [{ email }, code] of [[each, 'EACH'] as const, [first, 'FIRST'] as const]) {
    const cart = await cartWith(shop, 'TEA');
    expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`)).status).toBe(200);
    expect(problemOf(await cart.post('/api/order', await orderFrom(cart, email)))).toEqual([200, undefined]);
  }
  await setValidity(shop.db, 'DATED', {
    valid_from: null,
    valid_to: new Date(shop.now().getTime() - minute),
  });
  for (const { id } of [each, first, dated, usable]) await shop.act('local-a', id, 'pay');
  const refundCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from refund
      where reason = 'late_payment' and value_cents = 9000`.execute(shop.db);
    return rows[0]!.count;
  };
  const outcomes = async () => [
    await refundCount(),
    ...(await Promise.all(
      [each, first, dated, usable].map(({ orderId }) => readOrderState(shop.db, orderId)),
    )),
  ];
  const refunded = { state: 'expired', netCents: 0 };
  // An order without its money is expired, too: the refunds show that the money came.
  await expect
    .poll(async () => {
      await shop.advance(6 * minute);
      return outcomes();
    })
    .toMatchObject([3, refunded, refunded, refunded, { state: 'placed', netCents: 9000 }]);
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
});

/** Moves the clock until a payment reports what is expected. */
const reaches = (payer: { status(): Promise<object> }, expected: object) =>
  expect
    .poll(async () => {
      await shop.advance(minute);
      return payer.status();
    })
    .toMatchObject(expected);

test('when an order is placed, its payment attempts that were never sent to a provider end', async () => {
  const cart = await cartWith(shop, 'TEA');
  const first = await payerOf(shop, cart, 'card');
  const { response } = await begin(cart, 'local-a', { order_id: first.orderId });
  expect(response.status).toBe(200);
  await shop.act('card', first.id, 'pay');
  await reaches(first, { isOrdered: true });
  const { rows } = await sql<{ provider: string; state: string }>`select provider, payment_attempt.state
    from payment_attempt join sales_order on sales_order.id = payment_attempt.order_id
    where sales_order.order_id = ${first.orderId} order by payment_attempt.id`.execute(shop.db);
  expect(rows).toEqual([
    { provider: 'card', state: 'paid' },
    { provider: 'local-a', state: 'expired' },
  ]);
});

test('a partial payment of an order that was started again is refunded once the other order is placed', async () => {
  const cart = await cartWith(shop, 'TEA');
  const first = await payerOf(shop, cart, 'local-a');
  const second = await payerOf(shop, cart, 'card');
  expect(await stateOf(first)).toBe('expired');
  await shop.act('local-a', first.id, 'underpay');
  await reaches(first, { status: 'review', canPay: false });
  expect((await readOrderState(shop.db, first.orderId)).netCents).toBeGreaterThan(0);
  await shop.act('card', second.id, 'pay');
  await reaches(second, { isOrdered: true });
  await reaches(first, { status: 'cancelled', isGivenBack: true });
  expect((await readOrderState(shop.db, first.orderId)).netCents).toBe(0);
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
});
