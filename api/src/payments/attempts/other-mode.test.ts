import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, handOver, type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { paymentContextOf } from '@fynbos/test-kit/payments/payment-context.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPaymentBacklog } from '../payment-backlog-service.ts';
import { findAttempt, readUndecided } from '../records/attempt-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { checkOtherMode } from './other-mode-service.ts';

/**
 * Payments of the other mode (T27). The shop runs in test mode; an attempt becomes a live one by its row, as
 * in a copy of a live database. The other direction uses the payment services of a live process.
 */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());
beforeEach(() => shop.scenario({ hooks: { mode: 'normal' } }));

const minute = 60_000;
const pay = (commandLine: string) => shop.admin('payments', ...commandLine.split(' '));

const setMode = (reference: string, mode: 'test' | 'live') =>
  shop.db.updateTable('payment_attempt').set({ mode }).where('reference', '=', reference).execute();

async function livePayer(
  ...about: Parameters<typeof payer> extends [unknown, ...infer More] ? More : never
): Promise<Payer> {
  const shopper = await payer(shop, ...about);
  await setMode(shopper.reference, 'live');
  return shopper;
}

const attemptOf = async ({ reference }: Pick<Payer, 'reference'>) => (await findAttempt(shop.db, reference))!;
const stateOf = async ({ orderId }: Pick<Payer, 'orderId'>) => {
  const { state, netCents } = await readOrderState(shop.db, orderId);
  return [state, netCents];
};
const casesOf = async (shopper: Pick<Payer, 'reference'>) =>
  shop.db
    .selectFrom('payment_review')
    .select(['id', 'reason', 'closed_at'])
    .where('attempt_id', '=', (await attemptOf(shopper)).id)
    .execute();
/** Requests about payments; the verification of a web-hook's signature is none. */
const requestsAbout = async (id: string) =>
  (await shop.requests()).filter(({ method, url }) => method === 'GET' && url.includes(id)).length;

describe('a payment of the other mode (T27)', () => {
  test.each(['card', 'wallet', 'local-b'] as const)(
    '%s: web-hook, return page, reconciliation and commands neither query nor settle it, and a case is opened (T27)',
    async (provider) => {
      const shopper = await livePayer(provider);
      await shop.act(provider, shopper.id, 'pay_no_return');
      await expect
        .poll(async () => (await casesOf(shopper)).map(({ reason }) => reason))
        .toEqual(['wrong_mode']);
      expect((await shopper.status()).status).toBe('pending');
      expect((await pay(`query ${shopper.reference}`)).out).toContain(
        'it is a live payment, and PAYMENTS is test here: not queried.',
      );
      expect(await requestsAbout(shopper.id)).toBe(0);
      expect(await stateOf(shopper)).toEqual(['pending_payment', 0]);
      expect((await pay(`list --provider ${provider}`)).out).toMatch(/ live payment\b/);
    },
  );

  test('it cannot be attached to an order, nor found by the reconciliation (T27)', async () => {
    await shop.scenario({ provider: 'card', hooks: { mode: 'none' } });
    const shopper = await livePayer('card');
    const { orderNumber } = await shopper.status();
    await shop.act('card', shopper.id, 'pay_no_return');
    const { transactionId } = (await shop.ledger()).at(-1)!;
    expect((await pay(`attach card ${transactionId} ${orderNumber}`)).err).toContain(
      'It carries the reference of a live payment, and PAYMENTS is test here.',
    );
    const day = new Date(shop.now().getTime() + 2 * 60 * minute).toISOString().slice(0, 10);
    await shop.advance(26 * 60 * minute);
    await pay(`reconcile ${day}`);
    expect(await stateOf(shopper)).not.toContain('placed');
    expect((await casesOf(shopper)).map(({ reason }) => reason)).toEqual(['wrong_mode']);
  });

  test('it holds no stock after its time, and its order ends (T27)', async () => {
    const shopper = await livePayer('card', 'LAST');
    const stock = async () => (await shop.get('/api/stock/check?sku=LAST')).body.result.qty;
    await expect.poll(stock).toBe(0);
    await shop.advance(120 * minute);
    await expect.poll(stock).toBe(1);
    expect(await stateOf(shopper)).toEqual(['expired', 0]);
    expect((await attemptOf(shopper)).state).toBe('expired');
  });

  test('it does not keep its cart from being ordered again (T27)', async () => {
    const shopper = await livePayer('wallet', 'RARE');
    const { status } = await shopper.cart.post('/api/order', await orderOf(shopper.cart));
    expect([status, await stateOf(shopper)]).toEqual([200, ['expired', 0]]);
  });

  test('its shopper is not sent to a provider with other keys (T27)', async () => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const { sent } = await begin(cart, 'card');
    await setMode(sent.checkoutReference, 'live');
    const { status, body } = await handOver(cart, 'card', sent);
    expect([status, body.meta.problem]).toEqual([409, 'payment_over']);
    expect((await attemptOf({ reference: sent.checkoutReference })).attempt_no).toBe(0);
  });

  test('it counts neither as undecided nor as overdue in the other mode (T27)', async () => {
    const shopper = await livePayer('local-a');
    const { order_id, next_poll_at } = await attemptOf(shopper);
    expect(await readUndecided(shop.db, 'test', [order_id])).toEqual(new Map());
    expect(await readUndecided(shop.db, 'live', [order_id])).toEqual(new Map([[order_id, false]]));
    expect(next_poll_at).not.toBeNull();
    const later = new Date(shop.now().getTime() + 60 * minute);
    const { payments } = await readPaymentBacklog(shop.db, 'live', later);
    expect(payments.waiting).toBeGreaterThan(0);
    const all = await shop.db
      .selectFrom('payment_attempt')
      .select('mode')
      .where('next_poll_at', 'is not', null)
      .execute();
    const due = all.filter(({ mode }) => mode === 'test').length;
    expect((await readPaymentBacklog(shop.db, 'test', later)).payments.waiting).toBe(due);
  });
});

describe('a shop that changes its mode (T27)', () => {
  const contextIn = (mode: 'test' | 'live'): { payments: PaymentContext; log: unknown[] } => {
    const log: unknown[] = [];
    const warn = (finding: object, text: string) => void log.push([finding, text]);
    return { payments: { ...paymentContextOf(shop), mode, log: { warn } }, log };
  };

  test('a shop in test mode ends no live payments, but lists paid ones as cases, once (T27)', async () => {
    const open = await livePayer('card');
    const paid = await payer(shop, 'card');
    await shop.act('card', paid.id, 'pay');
    await expect.poll(() => stateOf(paid)).toEqual(['placed', 12_000]);
    await setMode(paid.reference, 'live');
    const { payments, log } = contextIn('test');
    await checkOtherMode(payments);
    expect((await attemptOf(open)).state).toBe('awaiting_shopper');
    expect(log).toEqual([
      [{ cases: 1, mode: 'test' }, 'orders were paid in the other payment mode: see payments cases'],
    ]);
    const [review] = await casesOf(paid);
    await pay(`close ${review!.id}`);
    await checkOtherMode(payments);
    expect([log.length, (await casesOf(paid)).length]).toEqual([1, 1]);
  });

  test('a shop that goes live ends its open test payments, says so, and keeps no goods for them (T27)', async () => {
    await shop.scenario({ hooks: { mode: 'none' } });
    const open = await payer(shop, 'card', 'LAST');
    const paid = await payer(shop, 'wallet');
    await shop.act('wallet', paid.id, 'pay');
    await paid.status();
    const { payments, log } = contextIn('live');
    await checkOtherMode(payments);
    expect(await stateOf(open)).toEqual(['expired', 0]);
    expect(await attemptOf(open)).toMatchObject({ state: 'expired', last_code: 'wrong_mode' });
    await expect.poll(async () => (await shop.get('/api/stock/check?sku=LAST')).body.result.qty).toBe(1);
    expect(log).toContainEqual([
      expect.objectContaining({ orders: expect.any(Number) }),
      'payments are live: open test payments were ended',
    ]);
    expect((await casesOf(paid)).map(({ reason }) => reason)).toEqual(['wrong_mode']);
    const { orderNumber } = await open.status();
    expect((await shop.admin('orders', 'show', orderNumber)).out).toContain('payments are live');
    log.length = 0;
    await checkOtherMode(payments);
    expect(log).toEqual([]);
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });
});
