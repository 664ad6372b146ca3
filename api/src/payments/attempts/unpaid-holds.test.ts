import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, handOver, type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { outcomeOf, readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** How long an order that nobody pays holds its stock. */

const skus = [
  ...providerCodes.map((code) => `ONE-${code}`),
  'ONE-1',
  'ONE-2',
  'ONE-3',
  'ONE-4',
  'ONE-5',
  'ONE-6',
  'ONE-7',
];
let shop: PayingShop;
beforeAll(async () => {
  const rows = skus.map((sku) => `${sku},One,60.00,zero,1,simple\n`).join('');
  shop = await openPayingShop(
    {
      ...payingFiles,
      'products.csv': payingFiles['products.csv'] + rows,
      'coupons.csv':
        'code,label,kind,percent,most_uses_each,first_order\nEACH,Each,percent,50,1,\nFIRST,First,percent,50,,yes\n',
    },
    behindProxy,
  );
});
afterAll(() => shop.close());

const minute = 60_000;
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const stateOf = async (orderId: string) => (await readOrderState(shop.db, orderId)).state;
const problemOf = ({ status, body }: TestResponse) => [status, body.meta?.problem];

/** Another attempt of the same order, at the provider. */
const retried = ({ cart, provider, orderId }: Payer) => payerOf(shop, cart, provider, { order_id: orderId });

describe.each(providerCodes)('a payment by %s that its shopper gives up (T28)', (provider) => {
  test('returns the stock at once, and the same order takes it again for another attempt', async () => {
    const sku = `ONE-${provider}`;
    const shopper = await payer(shop, provider, sku);
    await expect.poll(() => stockOf(sku)).toBe(0);
    await shop.act(provider, shopper.id, provider === 'wallet' ? 'decline' : 'cancel');
    // No time passes: the shopper comes back from the provider.
    const left = await shopper.status();
    expect(left).toMatchObject({ canPay: true, isOrdered: false });
    await expect.poll(() => stockOf(sku)).toBe(1);
    const again = await retried(shopper);
    await expect.poll(() => stockOf(sku)).toBe(0);
    await shop.act(provider, again.id, 'pay');
    expect(await again.status()).toMatchObject({ status: 'paid', isOrdered: true });
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });
});

describe('an abandoned attempt (T28)', () => {
  test('leaves the stock to others; the order is over then, and its late money is refunded', async () => {
    const shopper = await payer(shop, 'card', 'ONE-1');
    await shop.act('card', shopper.id, 'decline');
    expect(await shopper.status()).toMatchObject({ status: 'declined', canPay: true });
    await expect.poll(() => stockOf('ONE-1')).toBe(1);
    const buyer = await payer(shop, 'card', 'ONE-1');
    const { response } = await begin(shopper.cart, 'card', { order_id: shopper.orderId });
    expect(problemOf(response)).toEqual([409, 'payment_over']);
    await shop.act('card', buyer.id, 'pay');
    expect((await buyer.status()).isOrdered).toBe(true);
    await shop.act('card', shopper.id, 'pay');
    await expect
      .poll(async () => {
        await shop.advance(minute);
        return outcomeOf(shop.db, shopper.orderId);
      })
      .toBe('given back');
  });

  test('whose money arrives late places the order while its stock is there', async () => {
    const shopper = await payer(shop, 'local-a', 'ONE-2');
    await shop.act('local-a', shopper.id, 'cancel');
    expect(await shopper.status()).toMatchObject({ status: 'cancelled', canPay: true });
    expect(await stateOf(shopper.orderId)).toBe('expired');
    await shop.act('local-a', shopper.id, 'pay');
    await expect
      .poll(async () => {
        await shop.advance(minute);
        return stateOf(shopper.orderId);
      })
      .toBe('placed');
    await expect.poll(() => stockOf('ONE-2')).toBe(0);
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });

  test('beside an open one holds the stock no longer than the open one', async () => {
    const shopper = await payer(shop, 'wallet', 'ONE-3');
    const second = await payerOf(shop, shopper.cart, 'card', { order_id: shopper.orderId });
    await shop.act('wallet', shopper.id, 'decline');
    await shopper.status();
    expect(await stateOf(shopper.orderId)).toBe('pending_payment');
    await shop.advance(46 * minute);
    await expect.poll(() => stateOf(shopper.orderId)).toBe('expired');
    expect((await second.status()).isOrdered).toBe(false);
  });
});

test.each(['EACH', 'FIRST'])(
  'an order with the code %s that its shopper used up meanwhile cannot be paid again; late money is refunded',
  async (code) => {
    const email = `${code.toLowerCase()}@example.co.za`;
    const orderWithCode = async () => {
      const cart = await cartWith(shop, 'TEA');
      expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`)).status).toBe(200);
      const { addressInformation, ...sent } = await orderOf(cart, { grand_total: 90 });
      const { shippingAddress, billingAddress, ...methods } = addressInformation;
      const addresses = {
        shippingAddress: { ...shippingAddress, email },
        billingAddress: { ...billingAddress, email },
      };
      return { cart, sent: { ...sent, addressInformation: { ...methods, ...addresses } } };
    };
    const [late, next] = [await orderWithCode(), await orderWithCode()];
    const addressInformation = { ...late.sent.addressInformation, payment_method_code: 'card' };
    const pending = () => ({
      ...{ ...late.sent, addressInformation, grand_total: 90 },
      checkoutReference: crypto.randomUUID(),
    });
    const save = (body: object) => late.cart.post('/api/order/save-pending-order', body);
    const first = pending();
    expect((await save(first)).status).toBe(200);
    const { id } = (await handOver(late.cart, 'card', first)).body.result;
    await shop.act('card', id, 'decline');
    await shop.get(`/api/payments/card/status?ref=${first.checkoutReference}`, late.cart.headers);
    expect(await stateOf(late.sent.order_id)).toBe('expired');
    expect((await next.cart.post('/api/order', next.sent)).status).toBe(200);
    expect(problemOf(await save(pending()))).toEqual([409, 'payment_over']);
    await shop.act('card', id, 'pay');
    const money = () =>
      shop.db
        .selectFrom('sales_order')
        .select(['state', 'captured_cents', 'refunded_cents'])
        .where('order_id', '=', late.sent.order_id)
        .executeTakeFirstOrThrow();
    await expect
      .poll(async () => {
        await shop.advance(minute);
        return money();
      })
      .toEqual({ state: 'expired', captured_cents: 9000, refunded_cents: 9000 });
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  },
);

test('ten attempts one after the other hold the stock for four hours at most (T28)', async ({ task }) => {
  const shopper = await payer(shop, 'wallet', 'ONE-4');
  let last = shopper;
  for (let attempts = 1; attempts < 9; attempts++) {
    await shop.advance(27 * minute);
    last = await retried(shopper);
  }
  expect(await stateOf(shopper.orderId)).toBe('pending_payment');
  await shop.advance(25 * minute);
  await expect.poll(() => stateOf(shopper.orderId)).toBe('expired');
  await expect.poll(() => stockOf('ONE-4')).toBe(1);
  // The provider's page is still open, and the shop does not capture money for an ended order.
  expect(await last.status()).toMatchObject({ status: 'cancelled', canPay: false });
  const { response } = await begin(shopper.cart, 'wallet', { order_id: shopper.orderId });
  expect(problemOf(response)).toEqual([409, 'payment_over']);
  task.meta.attempts = 9;
});

describe('a shopper cancels an unpaid order (T28)', () => {
  const cancel = (body: object, headers: Record<string, string> = { 'x-forwarded-for': freshAddress() }) =>
    shop.post('/api/payments/cancel', body, headers);

  test('with the reference of the payment, and its stock is free at once', async () => {
    const shopper = await payer(shop, 'wallet', 'ONE-5');
    const body = { checkoutReference: shopper.reference };
    expect(problemOf(await cancel(body))).toEqual([401, 'not_logged_in']);
    const stranger = await cartWith(shop, 'TEA');
    expect(problemOf(await cancel(body, stranger.headers))).toEqual([404, 'payment_not_found']);
    expect(await stateOf(shopper.orderId)).toBe('pending_payment');
    const { body: canceled } = await cancel(body, shopper.browser);
    expect(canceled.result).toMatchObject({ status: 'cancelled', canPay: false, isOrdered: false });
    await expect.poll(() => stockOf('ONE-5')).toBe(1);
    expect(problemOf(await handOver(shopper.cart, 'wallet', { ...body, ...total }))).toEqual([
      409,
      'payment_over',
    ]);
    // Repeating it changes nothing.
    expect((await cancel(body, shopper.browser)).status).toBe(200);
  });

  test('with its payment link; a paid order stays paid', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { addressInformation, ...sent } = await orderOf(cart);
    const information = { ...addressInformation, payment_method_code: 'card' };
    const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
    const link = new URL(body.result.redirect_url).searchParams.get('link')!;
    expect(problemOf(await cancel({ link: `${link}A` }))).toEqual([404, 'payment_not_found']);
    expect((await cancel({ link })).body.result).toMatchObject({ canPay: false });
    expect(await stateOf(sent.order_id)).toBe('expired');
    const paid = await payer(shop, 'card');
    await shop.act('card', paid.id, 'pay_no_return');
    expect((await cancel({ checkoutReference: paid.reference }, paid.browser)).body.result).toMatchObject({
      status: 'paid',
      isOrdered: true,
    });
  });

  test('a payment in progress is not cancelled', async () => {
    const shopper = await payer(shop, 'card');
    await shop.act('card', shopper.id, 'review');
    const { body } = await cancel({ checkoutReference: shopper.reference }, shopper.browser);
    expect(body.result.isOrdered).toBe(false);
    expect(await stateOf(shopper.orderId)).toBe('pending_payment');
  });

  test('whose payment was approved and not captured: nothing is captured (ADR-015)', async () => {
    const walletCharges = async () =>
      (await shop.ledger()).filter(({ provider, kind }) => provider === 'wallet' && kind === 'payment')
        .length;
    const before = await walletCharges();
    await shop.scenario({ hooks: { mode: 'none' } });
    const [canceled, reordered] = [
      await payer(shop, 'wallet', 'ONE-6'),
      await payer(shop, 'wallet', 'ONE-7'),
    ];
    for (const { id } of [canceled, reordered]) await shop.act('wallet', id, 'pay_no_return');
    const { body } = await cancel({ checkoutReference: canceled.reference }, canceled.browser);
    expect(body.result).toMatchObject({ status: 'cancelled', canPay: false, isOrdered: false });
    await expect.poll(() => stockOf('ONE-6')).toBe(1);
    const { cart } = reordered;
    expect((await cart.post('/api/order', await orderOf(cart))).status).toBe(200);
    // The shopper returns from the provider afterwards.
    for (const shopper of [canceled, reordered]) {
      expect((await shopper.status()).isOrdered).toBe(false);
      expect(await readOrderState(shop.db, shopper.orderId)).toMatchObject({ state: 'expired', netCents: 0 });
    }
    expect(await walletCharges()).toBe(before);
    await shop.scenario({ hooks: { mode: 'normal' } });
  });

  const total = { grand_total: 120 };
});

test('a shopper whose payment fails again and again is never refused (T28)', async () => {
  const shopper = await payer(shop, 'card');
  let last = shopper;
  for (let attempts = 1; attempts < 6; attempts++) {
    await shop.act('card', last.id, 'decline');
    expect(await last.status()).toMatchObject({ status: 'declined', canPay: true });
    last = await retried(shopper);
  }
  await shop.act('card', last.id, 'pay');
  expect((await last.status()).isOrdered).toBe(true);
});
