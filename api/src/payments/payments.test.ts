import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { begin, handOver, type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOrder } from '../orders/records/order-service.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;
const guest = async (...skus: string[]) => {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus) await cart.update({ sku, qty: 1 });
  return cart;
};
const find = async (orderNumber: string) => {
  const link = await orderLinkOf(shop.db, orderNumber);
  return shop.post('/api/order/find', { link }, { 'x-forwarded-for': freshAddress() });
};
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const stateOf = async ({ orderId }: Payer) => (await readOrderState(shop.db, orderId)).state;
const paidFor = async (orderNumber: string) => (await getOrder(shop.db, orderNumber)).order.captured_cents;

describe.each(providerCodes)('paying by %s (PAY-1, PAY-2, PAY-3, PAY-4, PAY-5, spec D7)', (provider) => {
  test('redirects the shopper, and places the order once it is paid', async () => {
    const shopper = await payer(shop, provider);
    expect(shopper.handed.checkoutReference).toBe(shopper.reference);
    expect(await shopper.status()).toMatchObject({
      status: 'pending',
      amount: 120,
      currency: 'ZAR',
      canPay: true,
    });
    await shop.act(provider, shopper.id, 'pay');
    const state = await shopper.status();
    expect(state).toMatchObject({ status: 'paid', isOrdered: true, checkoutReference: shopper.reference });
    const { body } = await find(state.orderNumber);
    expect(body.result).toMatchObject({ state: 'new', status: 'pending', grand_total: 120, total_due: 0 });
    expect(body.result.payment.method).toBe(provider);
    expect((await shopper.cart.get('/api/cart/pull')).status).toBe(404);
  });

  test('places the order without a return of the shopper and without a web-hook', async () => {
    await shop.scenario({ provider, hooks: { mode: 'none' } });
    const shopper = await payer(shop, provider);
    await shop.act(provider, shopper.id, 'pay_no_return');
    await shop.advance(minute);
    await expect.poll(async () => (await shopper.cart.get('/api/cart/pull')).status).toBe(404);
    await shop.scenario({ provider, hooks: { mode: 'normal' } });
    expect(await shopper.status()).toMatchObject({ status: 'paid' });
  });

  test('captures nothing for a declined payment, and the order can be paid with another method', async () => {
    const shopper = await payer(shop, provider);
    await shop.act(provider, shopper.id, provider === 'local-a' ? 'cancel' : 'decline');
    const state = await shopper.status();
    expect(['declined', 'cancelled', 'error']).toContain(state.status);
    expect(state).toMatchObject({ canPay: true, isOrdered: false });
    const second = await payerOf(shop, shopper.cart, 'card', { order_id: shopper.orderId });
    await shop.act('card', second.id, 'pay');
    expect(await second.status()).toMatchObject({ status: 'paid', orderNumber: state.orderNumber });
    expect((await find(state.orderNumber)).body.result.payment.method).toBe('card');
  });
});

test('payment methods carry the number by which old clients know them (spec D7)', async () => {
  const cart = await guest('TEA');
  const { result } = (await cart.get('/api/cart/payment-methods')).body;
  const ids = result.map(({ code, payment_type_id }: { code: string; payment_type_id?: number }) => [
    code,
    payment_type_id,
  ]);
  expect(Object.fromEntries(ids)).toEqual({
    ...{ cashondelivery: undefined, card: 8, instalments: 4, 'local-a': 12, 'local-b': 13 },
    wallet: undefined,
  });
});

describe('a pending order (PAY-7, spec D6)', () => {
  test('freezes lines and total under the client’s reference, and returns the same response to a repeated request', async () => {
    const cart = await guest('TEA');
    const { response, sent } = await begin(cart, 'card');
    expect(response.body.result).toMatchObject({
      checkoutReference: sent.checkoutReference,
      ...{ amount: 120, currency: 'ZAR', totals: { grand_total: 120 } },
    });
    await cart.update({ sku: 'TEA', qty: 1 });
    expect((await cart.post('/api/order/save-pending-order', sent)).body).toEqual(response.body);
    const stranger = await guest('TEA');
    expect((await stranger.post('/api/order/save-pending-order', sent)).status).toBe(404);
    const changed = { ...sent, products: [{ sku: 'TEA', qty: 2 }] };
    expect((await cart.post('/api/order/save-pending-order', changed)).body.meta.problem).toBe(
      'idempotency_conflict',
    );
  });

  test('leaves in the cart what was added to it during the payment', async () => {
    const shopper = await payer(shop, 'card');
    await shopper.cart.update({ sku: 'TEA', qty: 2 });
    await shopper.cart.update({ sku: 'GIFT', qty: 1 });
    await shop.act('card', shopper.id, 'pay');
    await expect.poll(() => shopper.status()).toMatchObject({ isOrdered: true });
    expect(await shopper.cart.pull()).toMatchObject([
      { sku: 'TEA', qty: 2 },
      { sku: 'GIFT', qty: 1 },
    ]);
  });

  test('is refused for a wrong total or a payment method that is not online', async () => {
    const cart = await guest('TEA');
    const { sent } = await begin(cart, 'card');
    const wrong = {
      ...sent,
      order_id: crypto.randomUUID(),
      checkoutReference: crypto.randomUUID(),
      grand_total: 1,
    };
    const refused = await cart.post('/api/order/save-pending-order', wrong);
    expect([refused.status, refused.body.meta.problem]).toEqual([409, 'total_changed']);
    const onDelivery = { ...(await orderOf(cart)), checkoutReference: crypto.randomUUID() };
    const unknown = await cart.post('/api/order/save-pending-order', onDelivery);
    expect(unknown.body.meta.problem).toBe('payment_method_unknown');
    const handed = await handOver(cart, 'card', { ...sent, grand_total: 1 });
    expect(handed.body.meta.problem).toBe('total_changed');
  });

  test('holds the last unit until the payment deadline plus the grace period', async () => {
    const shopper = await payer(shop, 'card', 'LAST');
    await expect.poll(() => stockOf('LAST')).toBe(0);
    const { response } = await begin(await guest('LAST'), 'card');
    expect(response.body.meta.problem).toBe('order_lines_unavailable');
    await shop.advance(35 * minute);
    await expect.poll(async () => (await shopper.status()).status).toBe('expired');
    expect(await stockOf('LAST')).toBe(0);
    await shop.advance(15 * minute);
    await expect.poll(() => stockOf('LAST')).toBe(1);
    expect(await shopper.status()).toMatchObject({ status: 'expired', canPay: false });
  });
});

test('GET /api/sync/order returns the order once it is paid, and null while it waits or after it expired', async () => {
  const shopper = await payer(shop, 'card');
  const arrived = async () => (await shop.get(`/api/sync/order/${shopper.orderId}`)).body.result;
  expect(await arrived()).toBeNull();
  await shop.db
    .updateTable('sales_order')
    .set({ state: 'expired' })
    .where('order_id', '=', shopper.orderId)
    .execute();
  expect(await arrived()).toBeNull();
  await shop.db
    .updateTable('sales_order')
    .set({ state: 'pending_payment' })
    .where('order_id', '=', shopper.orderId)
    .execute();
  await shop.act('card', shopper.id, 'pay');
  expect((await shopper.status()).status).toBe('paid');
  expect(await arrived()).toMatchObject({ transmited: true, order: null });
});

describe('access to a payment (T3, spec payments 4 race 20)', () => {
  test('is granted to the redirected browser and to the owner of the cart only', async () => {
    const shopper = await payer(shop, 'card');
    const place = `/api/payments/card/status?ref=${shopper.reference}`;
    expect((await shop.get(place)).body.meta.problem).toBe('not_logged_in');
    expect((await shop.get(place, { 'x-cart-token': shopper.cart.token })).status).toBe(200);
    const otherPayer = await payer(shop, 'card');
    expect((await shop.get(place, { cookie: otherPayer.cookie })).body.meta.problem).toBe(
      'payment_not_found',
    );
    expect((await shop.get(place, { 'x-cart-token': otherPayer.cart.token })).body.meta.problem).toBe(
      'payment_not_found',
    );
    const byId = `/api/payments/card/process-order?id=${encodeURIComponent(shopper.id)}`;
    expect((await shop.get(byId, { cookie: shopper.cookie })).body.result.status).toBe('pending');
    expect((await shop.get(byId, { cookie: otherPayer.cookie })).body.meta.problem).toBe('payment_not_found');
  });
});

describe('payments with the wrong amount or time (spec payments 4)', () => {
  test('an underpaid order is not placed: it opens a payment case (T17)', async () => {
    const shopper = await payer(shop, 'card');
    await shop.act('card', shopper.id, 'underpay');
    expect(await shopper.status()).toMatchObject({ status: 'review', isOrdered: false, canPay: false });
  });

  test('an underpaid order waits for an operator, while an unpaid order expires (T17)', async () => {
    const [underpaid, unpaid] = [await payer(shop, 'card'), await payer(shop, 'card')];
    await shop.act('card', underpaid.id, 'underpay');
    await shop.act('card', unpaid.id, 'cancel');
    expect((await underpaid.status()).status).toBe('review');
    expect((await unpaid.status()).status).toBe('cancelled');
    await shop.advance(50 * minute);
    // Orders end oldest first.
    await expect.poll(() => stateOf(unpaid)).toBe('expired');
    expect(await stateOf(underpaid)).toBe('pending_payment');
  });

  test('an underpaid order ends when its cart is ordered on delivery, and its money is refunded', async () => {
    const shopper = await payer(shop, 'card');
    await shop.act('card', shopper.id, 'underpay');
    expect((await shopper.status()).status).toBe('review');
    const { body } = await shopper.cart.post('/api/order', await orderOf(shopper.cart));
    expect(await stateOf(shopper)).toBe('expired');
    const { orderNumber } = body.result;
    await expect
      .poll(() => shopper.status())
      .toMatchObject({ isGivenBack: true, canPay: false, orderedWith: orderNumber });
    expect(await readOrderState(shop.db, shopper.orderId)).toMatchObject({ netCents: 0 });
  });

  test('a payment under review at its provider is queried every six hours, regardless of repeated responses', async () => {
    const shopper = await payer(shop, 'card');
    await shop.act('card', shopper.id, 'review');
    expect((await shopper.status()).status).toBe('review');
    const hoursLeft = async () => {
      const { next_poll_at } = await shop.db
        .selectFrom('payment_attempt')
        .select('next_poll_at')
        .where('reference', '=', shopper.reference)
        .executeTakeFirstOrThrow();
      return (next_poll_at!.getTime() - shop.now().getTime()) / (60 * minute);
    };
    for (let times = 0; times < 3; times++) {
      await shop.advance(7 * 60 * minute);
      await expect.poll(hoursLeft).toBeGreaterThan(5);
    }
  });

  test('an order paid by two methods at once is placed once, and the second payment is refunded', async () => {
    const first = await payer(shop, 'card');
    const second = await payerOf(shop, first.cart, 'local-a', { order_id: first.orderId });
    await shop.act('card', first.id, 'pay');
    await shop.act('local-a', second.id, 'pay');
    await Promise.all([first.status(), second.status()]);
    const number = (await first.status()).orderNumber;
    expect((await second.status()).orderNumber).toBe(number);
    await expect
      .poll(
        async () => {
          await shop.advance(6 * minute);
          return (await shop.ledger()).filter(({ kind, cents }) => kind === 'refund' && cents === 12_000)
            .length;
        },
        { interval: 500 },
      )
      .toBe(1);
    expect(await paidFor(number)).toBe(24_000);
  });

  test('a cart that was ordered by other means is not placed twice: late money is refunded', async () => {
    const shopper = await payer(shop, 'instalments');
    const placed = await shopper.cart.post('/api/order', await orderOf(shopper.cart));
    expect(placed.status).toBe(200);
    await shop.act('instalments', shopper.id, 'pay');
    expect(await shopper.status()).toMatchObject({ isOrdered: false });
    await expect
      .poll(
        async () => {
          await shop.advance(minute);
          return (await shopper.status()).status;
        },
        { interval: 500 },
      )
      .toBe('cancelled');
  });

  test('late money revives an order whose stock is available, and is refunded otherwise', async () => {
    const [revived, soldOut] = [await payer(shop, 'local-a'), await payer(shop, 'local-a', 'LAST')];
    for (const { id } of [revived, soldOut]) await shop.act('local-a', id, 'cancel');
    for (const shopper of [revived, soldOut])
      await expect.poll(async () => (await shopper.status()).status).toBe('cancelled');
    await shop.advance(50 * minute);
    for (const shopper of [revived, soldOut])
      await expect.poll(async () => (await shopper.status()).canPay).toBe(false);
    await expect.poll(() => stockOf('LAST')).toBe(1);
    const otherCart = await guest('LAST');
    expect((await otherCart.post('/api/order', await orderOf(otherCart))).status).toBe(200);

    for (const { id } of [revived, soldOut]) await shop.act('local-a', id, 'pay');
    await expect.poll(() => revived.status()).toMatchObject({ status: 'paid', isOrdered: true });
    await expect
      .poll(
        async () => {
          await shop.advance(6 * minute);
          return soldOut.status();
        },
        { interval: 500 },
      )
      .toMatchObject({ status: 'cancelled', isOrdered: false, isGivenBack: true });
    const { orderNumber } = await soldOut.status();
    const { order } = await getOrder(shop.db, orderNumber);
    expect([order.captured_cents, order.refunded_cents]).toEqual([12_000, 12_000]);
  });
});

test('late money for an order whose coupon was used up meanwhile is refunded (spec payments 4)', async () => {
  const withCoupon = async () => {
    const cart = await guest('TEA');
    expect((await cart.post('/api/cart/apply-coupon?coupon=ONCE')).status).toBe(200);
    return { cart, sent: await orderOf(cart, { grand_total: 90 }) };
  };
  const [late, next] = [await withCoupon(), await withCoupon()];
  const checkout = { checkoutReference: crypto.randomUUID(), grand_total: 90 };
  const addressInformation = { ...late.sent.addressInformation, payment_method_code: 'local-a' };
  await late.cart.post('/api/order/save-pending-order', { ...late.sent, ...checkout, addressInformation });
  const { id } = (await handOver(late.cart, 'local-a', checkout)).body.result;
  await shop.act('local-a', id, 'cancel');
  await shop.advance(50 * minute);
  await expect.poll(async () => (await readOrderState(shop.db, late.sent.order_id)).state).toBe('expired');
  expect((await next.cart.post('/api/order', next.sent)).status).toBe(200);
  await shop.act('local-a', id, 'pay');
  const money = () =>
    shop.db
      .selectFrom('sales_order')
      .select(['state', 'captured_cents', 'refunded_cents'])
      .where('order_id', '=', late.sent.order_id)
      .executeTakeFirstOrThrow();
  await expect
    .poll(async () => {
      await shop.advance(6 * minute);
      return money();
    })
    .toEqual({ state: 'expired', captured_cents: 9000, refunded_cents: 9000 });
});

describe('a shopper who orders a second time does not block themselves', () => {
  test('the last unit of an unfinished payment is available to the same cart, also for cash on delivery', async () => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'RARE', qty: 1 });
    const shopper = await payerOf(shop, cart, 'local-a');
    await expect.poll(() => stockOf('RARE')).toBe(0);
    const placed = await cart.post('/api/order', await orderOf(cart));
    expect(placed.status).toBe(200);
    expect(await shopper.status()).toMatchObject({ isOrdered: false, canPay: false });
  });

  test('frequent status requests do not slow down polling', async () => {
    const shopper = await payer(shop, 'instalments');
    for (let times = 0; times < 12; times++) await shopper.status();
    await shop.advance(61 * minute);
    await expect.poll(async () => (await shopper.status()).status).toBe('expired');
  });
});
