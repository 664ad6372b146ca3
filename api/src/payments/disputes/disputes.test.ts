import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { oppwaKeys } from '@fynbos/sandbox/payments/oppwa/oppwa-keys.ts';
import { oppwaEncrypt } from '@fynbos/sandbox/payments/signatures.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { differencesOf } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { paymentContextOf } from '@fynbos/test-kit/payments/payment-context.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onlyRow } from '../../platform/database/only-row.ts';
import { auditPayments } from '../audit/payment-audit-service.ts';
import { auditSandbox } from '../audit/sandbox-audit-service.ts';
import { readPaymentBacklog } from '../payment-backlog-service.ts';
import { getAttempt } from '../records/attempt-store.ts';
import { readDisputes } from '../records/dispute-store.ts';
import { readCaptures, readRefunds } from '../records/ledger-store.ts';
import { refundOrder } from '../refunds/refund-service.ts';
import { settleDispute } from './dispute-settlement-service.ts';

/** Chargebacks of cards and disputes at PayPal (T38). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());
beforeEach(() => shop.scenario({ hooks: { mode: 'normal' } }));
afterEach(async () => {
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  const now = new Date(shop.now().getTime() + 3_600_000);
  const proofs = [
    ...(await auditPayments(shop.db, shop.now())),
    await auditSandbox(shop.db, shop.sandboxUrl, providerCodes, now),
  ];
  expect(proofs.flatMap(({ violations }) => violations)).toEqual([]);
  expect(await differencesOf(shop.db, await shop.ledger())).toEqual([]);
});

const pay = (commandLine: string) => shop.admin('payments', ...commandLine.split(' '));

type Paid = Payer & { number: string; id: string; rowId: number };

async function paid(provider: 'card' | 'wallet'): Promise<Paid> {
  const shopper = await payer(shop, provider);
  await shop.act(provider, shopper.id, 'pay');
  const { orderNumber: number } = await shopper.status();
  const { id: rowId } = await shop.db
    .selectFrom('sales_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return { ...shopper, number, rowId };
}

const disputesOf = async ({ rowId }: Paid) =>
  (await readDisputes(shop.db, rowId)).map(({ state, value_cents }) => [state, value_cents]);
const casesOf = async ({ rowId }: Paid) =>
  (
    await shop.db
      .selectFrom('payment_review')
      .select('reason')
      .where('order_id', '=', rowId)
      .where('closed_at', 'is', null)
      .execute()
  ).map(({ reason }) => reason);

describe.each(['card', 'wallet'] as const)('a dispute of a payment by %s (T38)', (provider) => {
  test('is booked once, is a case, and its money cannot be refunded; a won one is booked back (T38)', async () => {
    const order = await paid(provider);
    const waiting = async () =>
      (await readPaymentBacklog(shop.db, 'test', shop.now())).payment_disputes.waiting;
    const before = await waiting();
    const id = await shop.dispute(provider, order.id, 'open');
    await expect.poll(() => disputesOf(order)).toEqual([['open', 12_000]]);
    await shop.dispute(provider, order.id, 'update');
    await shop.sendHook(provider, order.id, { kind: 'again', times: 3 });
    expect(await disputesOf(order)).toEqual([['open', 12_000]]);
    expect(await casesOf(order)).toEqual(['dispute']);
    expect((await pay('cases')).out).toMatch(new RegExp(`dispute, .*order ${order.number}  .*${id}`));
    expect((await pay(`show ${order.number}`)).out).toMatch(new RegExp(`dispute ${id}  open  `));
    // The order and what its customer sees stay.
    expect(await order.status()).toMatchObject({ status: 'paid', isOrdered: true, isGivenBack: false });
    for (const amount of ['', ' 10'])
      expect((await pay(`refund ${order.number}${amount}`)).err).toMatch(
        new RegExp(`^R120.00 of the order ${order.number} is disputed, .* Nothing was changed.\n$`),
      );
    expect(await waiting()).toBe(before + 1);

    await shop.dispute(provider, order.id, 'win');
    await expect.poll(() => disputesOf(order)).toEqual([['won', 0]]);
    expect(await casesOf(order)).toEqual([]);
    expect(await waiting()).toBe(before);
    expect((await pay(`refund ${order.number}`)).out).toContain('R120.00 was refunded by');
  });

  test('returns only what refunds have left, and nothing after a full refund (T38)', async () => {
    const [half, whole] = [await paid(provider), await paid(provider)];
    await pay(`refund ${half.number} 50`);
    await pay(`refund ${whole.number}`);
    await shop.dispute(provider, half.id, 'open');
    await shop.dispute(provider, whole.id, 'open');
    await expect.poll(() => disputesOf(half)).toEqual([['open', 7000]]);
    await expect.poll(() => disputesOf(whole)).toEqual([['open', 0]]);
    expect([await casesOf(half), await casesOf(whole)]).toEqual([['dispute'], ['dispute']]);
    const cases = (await pay('cases')).out.split('\n').find((line) => line.includes(`order ${whole.number}`));
    expect(cases).toMatch(/refunded [1-9]\d*/);
    expect(cases).toContain('withdrawn 0');
    expect((await pay(`show ${half.number}`)).out).toContain('paid R120.00, refunded R50.00');
    expect((await pay(`refund ${half.number} 1`)).err).toContain('R70.00 of the order');
    // A cancellation refunds nothing of it either.
    expect((await shop.admin('orders', 'cancel', half.number)).code).toBe(0);
    expect((await readRefunds(shop.db, half.rowId)).map(({ value_cents }) => value_cents)).toEqual([5000]);
  });

  test('stops a refund that was tried in vain before, which is a case once it is won (T38)', async () => {
    const order = await paid(provider);
    await shop.scenario({ provider, faults: [{ on: 'refund', kind: 'before', times: 1 }] });
    await pay(`refund ${order.number} 50`);
    const refund = async () => (await readRefunds(shop.db, order.rowId))[0];
    expect(await refund()).toMatchObject({ state: 'requested', poll_count: 1 });
    await shop.dispute(provider, order.id, 'open');
    await expect.poll(() => disputesOf(order)).toEqual([['open', 7000]]);
    await expect
      .poll(async () => {
        await shop.advance(10_000);
        return refund();
      })
      .toMatchObject({ state: 'failed', last_code: 'disputed' });
    expect(await disputesOf(order)).toEqual([['open', 12_000]]);
    expect(await casesOf(order)).toEqual(['dispute']);
    expect((await pay(`show ${order.number}`)).out).toContain('paid R120.00, refunded R0.00');
    // Once the dispute is won, the refund is due again.
    await shop.dispute(provider, order.id, 'win');
    await expect.poll(() => disputesOf(order)).toEqual([['won', 0]]);
    expect(await casesOf(order)).toEqual(['refund_failed']);
    expect((await pay('cases')).out).toMatch(
      new RegExp(`refund_failed, .*order ${order.number}  .*${(await refund())!.key}`),
    );
    expect((await pay(`refund ${order.number} 50`)).out).toContain('R50.00 was refunded by');
  });

  test('is found by the reconciliation if its web-hook is lost (T38)', async () => {
    await shop.scenario({ hooks: { mode: 'none' } });
    const order = await paid(provider);
    await shop.dispute(provider, order.id, 'open');
    const day = new Date(shop.now().getTime() + 2 * 3_600_000).toISOString().slice(0, 10);
    await shop.advance(48 * 3_600_000);
    await pay(`reconcile ${day}`);
    expect(await disputesOf(order)).toEqual([['open', 12_000]]);
    expect(await casesOf(order)).toEqual(['dispute']);
  });
});

describe('disputes (T38)', () => {
  test('a lost dispute keeps its money, and its order becomes a case (T38)', async () => {
    const order = await paid('wallet');
    await shop.dispute('wallet', order.id, 'open');
    await expect.poll(() => disputesOf(order)).toEqual([['open', 12_000]]);
    await shop.dispute('wallet', order.id, 'lose');
    await expect.poll(() => disputesOf(order)).toEqual([['lost', 12_000]]);
    expect(await casesOf(order)).toEqual(['dispute_lost']);
    expect((await pay(`refund ${order.number}`)).err).toContain('is disputed');
    expect((await order.status()).status).toBe('paid');
  });

  test('a dispute that its provider does not have is not booked, whoever says it (T38)', async () => {
    const order = await paid('card');
    const { attempt_id, transaction_id } = await shop.db
      .selectFrom('money_entry')
      .select(['attempt_id', 'transaction_id'])
      .where('order_id', '=', order.rowId)
      .executeTakeFirstOrThrow();
    const payload = {
      ...{ id: 'a'.repeat(32), referencedId: transaction_id, paymentType: 'CB', currency: 'ZAR' },
      ...{ amount: '120.00', result: { code: '000.100.222' } },
    };
    const { body, iv, tag } = oppwaEncrypt(
      JSON.stringify({ type: 'PAYMENT', payload }),
      oppwaKeys.webHookKey,
    );
    const { status } = await shop.post('/api/payments/card/web-hook', body, {
      ...{ 'content-type': 'text/plain', 'x-initialization-vector': iv, 'x-authentication-tag': tag },
    });
    expect([status, await disputesOf(order), await casesOf(order)]).toEqual([503, [], []]);
    // A report of the other mode is not booked either.
    const charge = { cents: 12_000, currency: 'ZAR' };
    await settleDispute(paymentContextOf(shop), await getAttempt(shop.db, attempt_id), {
      ...{ id: 'D-1', transactionId: transaction_id, state: 'open', code: 'OPEN', mode: 'live' },
      ...{ charge, withdrawn: charge, queriedAt: shop.now() },
    });
    expect(await disputesOf(order)).toEqual([]);
  });

  test('two open disputes of a payment are one case, which ends with the last of them (T38)', async () => {
    const order = await paid('wallet');
    const first = await shop.dispute('wallet', order.id, 'open');
    await expect.poll(() => casesOf(order)).toEqual(['dispute']);
    const { attempt_id, transaction_id } = onlyRow(await readDisputes(shop.db, order.rowId));
    const report = async (id: string, state: 'open' | 'won') => {
      const charge = { cents: 100, currency: 'USD' };
      await settleDispute(paymentContextOf(shop), await getAttempt(shop.db, attempt_id), {
        ...{ id, transactionId: transaction_id, state, code: state, mode: 'test', charge },
        ...{ withdrawn: { ...charge, cents: 0 }, queriedAt: shop.now() },
      });
    };
    await report('PP-R-SECOND', 'open');
    expect((await pay('cases')).out).toContain(`dispute ${first} PP-R-SECOND`);
    await shop.dispute('wallet', order.id, 'win');
    await expect.poll(async () => (await pay('cases')).out).not.toContain(first);
    expect(await casesOf(order)).toEqual(['dispute']);
    await report('PP-R-SECOND', 'won');
    expect(await casesOf(order)).toEqual([]);
  });

  test('a report that another process overtook withdraws nothing again (T38)', async () => {
    const order = await paid('wallet');
    const queriedAt = shop.now();
    await shop.advance(1000);
    await shop.dispute('wallet', order.id, 'open');
    await expect.poll(() => disputesOf(order)).toEqual([['open', 12_000]]);
    await shop.dispute('wallet', order.id, 'win');
    await expect.poll(() => disputesOf(order)).toEqual([['won', 0]]);
    const [won] = await readDisputes(shop.db, order.rowId);
    const charge = { cents: won!.charge_cents, currency: won!.charge_currency };
    await settleDispute(paymentContextOf(shop), await getAttempt(shop.db, won!.attempt_id), {
      ...{
        id: won!.dispute_id,
        transactionId: won!.transaction_id,
        state: 'open',
        code: 'OPEN',
        mode: 'test',
      },
      ...{ charge, withdrawn: charge, queriedAt },
    });
    expect(await disputesOf(order)).toEqual([['won', 0]]);
    expect(await casesOf(order)).toEqual([]);
  });

  test('a dispute stops the refunds that were not sent, and concurrent ones never exceed the payment (T38)', async () => {
    const order = await paid('card');
    const context = paymentContextOf(shop);
    const later = { ...context, now: () => new Date(shop.now().getTime() + 3_600_000) };
    await refundOrder(later, order.rowId, { value: 3000, reason: 'damaged', by: 'operator' });
    const requests = Array.from({ length: 6 }, () =>
      refundOrder(later, order.rowId, { value: 2000, reason: 'damaged', by: 'operator' }),
    );
    const results = await Promise.allSettled([
      ...requests,
      shop.dispute('card', order.id, 'open'),
      ...requests.map(() => shop.sendHook('card', order.id, { kind: 'again' })),
    ]);
    expect(results.length).toBe(13);
    await expect.poll(() => casesOf(order)).toEqual(['dispute']);
    const refunds = await readRefunds(shop.db, order.rowId);
    expect(refunds[0]).toMatchObject({ state: 'failed', last_code: 'disputed' });
    const reserved = refunds.filter(({ state }) => state !== 'failed');
    const disputed = await readDisputes(shop.db, order.rowId);
    const returned = [...reserved, ...disputed].reduce((sum, { value_cents }) => sum + value_cents, 0);
    const [capture] = await readCaptures(shop.db, disputed[0]!.attempt_id);
    expect(returned).toBeLessThanOrEqual(capture!.value_cents);
    expect(disputed[0]!.value_cents).toBe(12_000);
  });
});
