import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { getOrder } from '../orders/order-service.ts';
import { address, orderOf } from '../orders/testing/order.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { begin, handOver, payer, payerOf, payingFiles } from './testing/paying.ts';

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
const find = (orderNumber: string) =>
  shop.post('/api/order/find', { orderNumber, email: address.email }, { 'x-forwarded-for': freshAddress() });
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const paidFor = async (orderNumber: string) => (await getOrder(shop.db, orderNumber)).order.captured_cents;

describe.each(providerCodes)('paying by %s (decision 7)', (provider) => {
  test('hands the shopper over, and places the order once it is paid', async () => {
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

  test('is placed though the shopper never comes back and nobody calls', async () => {
    await shop.scenario({ provider, hooks: { mode: 'none' } });
    const shopper = await payer(shop, provider);
    await shop.act(provider, shopper.id, 'pay_no_return');
    await shop.advance(minute);
    await expect
      .poll(async () => (await shopper.cart.get('/api/cart/pull')).status, { timeout: 10_000 })
      .toBe(404);
    await shop.scenario({ provider, hooks: { mode: 'normal' } });
    expect(await shopper.status()).toMatchObject({ status: 'paid' });
  });

  test('a declined payment takes nothing, and the order can be paid in another way', async () => {
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

describe('a pending order (decision 6)', () => {
  test('freezes lines and total under the client’s reference, and answers the same again', async () => {
    const cart = await guest('TEA');
    const { answered, sent } = await begin(cart, 'card');
    expect(answered.body.result).toMatchObject({
      checkoutReference: sent.checkoutReference,
      ...{ amount: 120, currency: 'ZAR', totals: { grand_total: 120 } },
    });
    await cart.update({ sku: 'TEA', qty: 1 });
    expect((await cart.post('/api/order/save-pending-order', sent)).body).toEqual(answered.body);
    const stranger = await guest('TEA');
    expect((await stranger.post('/api/order/save-pending-order', sent)).status).toBe(404);
    const other = { ...sent, products: [{ sku: 'TEA', qty: 2 }] };
    expect((await cart.post('/api/order/save-pending-order', other)).body.meta.problem).toBe(
      'idempotency_conflict',
    );
  });

  test('is refused when its money is not right, or nobody takes it online', async () => {
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

  test('holds the last piece until the time to pay is over, and no longer', async () => {
    const shopper = await payer(shop, 'card', 'LAST');
    await expect.poll(() => stockOf('LAST')).toBe(0);
    const { answered } = await begin(await guest('LAST'), 'card');
    expect(answered.body.meta.problem).toBe('order_lines_unavailable');
    await shop.advance(35 * minute);
    await expect.poll(async () => (await shopper.status()).status, { timeout: 10_000 }).toBe('expired');
    expect(await stockOf('LAST')).toBe(0);
    await shop.advance(15 * minute);
    await expect.poll(() => stockOf('LAST'), { timeout: 10_000 }).toBe(1);
    expect(await shopper.status()).toMatchObject({ status: 'expired', canPay: false });
  });
});

test('an order has arrived by its id once it is paid, and not while it waits or when its time was over', async () => {
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

describe('who may see a payment (T3, payments 4 race 20)', () => {
  test('the browser that was handed over, and whoever has the cart; nobody else', async () => {
    const shopper = await payer(shop, 'card');
    const place = `/api/payments/card/status?ref=${shopper.reference}`;
    expect((await shop.get(place)).body.meta.problem).toBe('not_logged_in');
    expect((await shop.get(place, { 'x-cart-token': shopper.cart.token })).status).toBe(200);
    const other = await payer(shop, 'card');
    expect((await shop.get(place, { cookie: other.cookie })).body.meta.problem).toBe('payment_not_found');
    expect((await shop.get(place, { 'x-cart-token': other.cart.token })).body.meta.problem).toBe(
      'payment_not_found',
    );
    const byId = `/api/payments/card/process-order?id=${encodeURIComponent(shopper.id)}`;
    expect((await shop.get(byId, { cookie: shopper.cookie })).body.result.status).toBe('pending');
    expect((await shop.get(byId, { cookie: other.cookie })).body.meta.problem).toBe('payment_not_found');
  });
});

describe('money that is not as it should be (payments 4)', () => {
  test('too little places nothing: a person looks at it (T17)', async () => {
    const shopper = await payer(shop, 'card');
    await shop.act('card', shopper.id, 'underpay');
    expect(await shopper.status()).toMatchObject({ status: 'review', isOrdered: false, canPay: false });
  });

  test('what its provider looks into is asked for every six hours, however often it says the same', async () => {
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

  test('paid in two ways at once is placed once, and the second payment goes back', async () => {
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
        { timeout: 20_000, interval: 500 },
      )
      .toBe(1);
    expect(await paidFor(number)).toBe(24_000);
  });

  test('a cart that is ordered otherwise meanwhile is not placed twice: late money goes back', async () => {
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
        { timeout: 20_000, interval: 500 },
      )
      .toBe('cancelled');
  });

  test('late money revives an order whose goods are there, and goes back where they are gone', async () => {
    const [revived, gone] = [await payer(shop, 'local-a'), await payer(shop, 'local-a', 'LAST')];
    for (const { id } of [revived, gone]) await shop.act('local-a', id, 'cancel');
    for (const shopper of [revived, gone])
      await expect.poll(async () => (await shopper.status()).status).toBe('cancelled');
    await shop.advance(50 * minute);
    for (const shopper of [revived, gone])
      await expect.poll(async () => (await shopper.status()).canPay, { timeout: 10_000 }).toBe(false);
    await expect.poll(() => stockOf('LAST')).toBe(1);
    const other = await guest('LAST');
    expect((await other.post('/api/order', await orderOf(other))).status).toBe(200);

    for (const { id } of [revived, gone]) await shop.act('local-a', id, 'pay');
    await expect.poll(() => revived.status()).toMatchObject({ status: 'paid', isOrdered: true });
    await expect
      .poll(
        async () => {
          await shop.advance(6 * minute);
          return gone.status();
        },
        { timeout: 20_000, interval: 500 },
      )
      .toMatchObject({ status: 'cancelled', isOrdered: false, isGivenBack: true });
    const { orderNumber } = await gone.status();
    const { order } = await getOrder(shop.db, orderNumber);
    expect([order.captured_cents, order.refunded_cents]).toEqual([12_000, 12_000]);
  });
});

describe('who orders anew does not stand in their own way', () => {
  test('the last piece of an unfinished payment is theirs, on delivery too', async () => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'RARE', qty: 1 });
    const shopper = await payerOf(shop, cart, 'local-a');
    await expect.poll(() => stockOf('RARE')).toBe(0);
    const placed = await cart.post('/api/order', await orderOf(cart));
    expect(placed.status).toBe(200);
    expect(await shopper.status()).toMatchObject({ isOrdered: false, canPay: false });
  });

  test('who looks again and again does not make the shop look seldom', async () => {
    const shopper = await payer(shop, 'instalments');
    for (let times = 0; times < 12; times++) await shopper.status();
    await shop.advance(61 * minute);
    await expect.poll(async () => (await shopper.status()).status, { timeout: 10_000 }).toBe('expired');
  });
});
