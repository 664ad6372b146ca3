import type { Db } from '../../db.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { addMoney } from '../../orders/placement/pending-order-service.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { stopDisputedRefund } from '../disputes/dispute-query-service.ts';
import {
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
  type Refunding,
} from '../providers/payment-provider.ts';
import { type AttemptRow, getAttempt, lockAttempt, updateAttempt } from '../records/attempt-store.ts';
import {
  claimDueRefunds,
  insertEntry,
  lockRefund,
  type RefundRow,
  readEntries,
  updateRefund,
} from '../records/ledger-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { referenceOf } from '../records/payment-reference.ts';
import { notifyRefund } from './refund-mail.ts';
import { requestManualRefund } from './refund-service.ts';

const leaseMs = 60_000;
const dayMs = 24 * 3600 * 1000;
const watchedUntil = ({ created_at }: RefundRow) => new Date(created_at.getTime() + 10 * dayMs);
/** The `last_code` of a refund that an operator recorded: the provider's status no longer matters. */
export const manualRefundCode = 'by hand';
/** Number of requests before an operator is asked to look. */
export const refundQueriesBeforeReview = 8;
const waitsMs = [5, 15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600].map((seconds) => seconds * 1000);

/**
 * Sends due refunds and queries the status of refunds that were sent.
 * @returns their number
 */
export async function sendRefunds(payments: PaymentContext, limit = 20): Promise<number> {
  const { db, now } = payments;
  const at = now();
  const due = await claimDueRefunds(db, payments.mode, {
    now: at,
    retryAt: new Date(at.getTime() + leaseMs),
    limit,
  });
  // A failure does not delay the others: the refund becomes due again by itself.
  const sent = await Promise.allSettled(due.map((refund) => send(payments, refund)));
  for (const [index, result] of sent.entries())
    if (result.status === 'rejected')
      // `allSettled` returns one result for each refund, in the same order.
      payments.log.warn({ err: result.reason, refund: due[index]!.key }, 'failed to send a refund');
  return due.length;
}

async function send(payments: PaymentContext, refund: RefundRow): Promise<void> {
  const attempt = await getAttempt(payments.db, refund.attempt_id);
  const provider = payments.providers.get(attempt.provider);
  if (!provider) return;
  if (!provider.refund) return leaveToPerson(payments, refund);
  const refunding: Refunding = {
    key: refund.key,
    session: { id: attempt.provider_id ?? undefined, reference: referenceOf(attempt) },
    transactionId: refund.transaction_id,
    charge: { cents: refund.charge_cents, currency: refund.charge_currency },
    reason: refund.reason,
  };
  const evidence = await refundEvidence(async () => {
    // After a lost response, query first: the money may have gone back already.
    const current =
      refund.poll_count > 1 && provider.queryRefund
        ? await provider.queryRefund({ ...refunding, id: refund.provider_id ?? undefined })
        : undefined;
    const isSent = refund.state !== 'requested';
    if (current && (isSent || current.outcome !== 'not_found')) return current;
    if (!isSent && (await stopDisputedRefund(payments, provider, refund))) return undefined;
    // A provider without `refund` was handled above.
    return provider.refund!(refunding);
  });
  if (evidence) await settleRefund(payments, refund, evidence);
}

/** Leaves a refund to an operator when it was reserved before the provider was known to support no refunds. */
function leaveToPerson(payments: PaymentContext, { id, order_id }: RefundRow): Promise<void> {
  const leave = async (db: Db) => {
    await lockPayableOrder(db, order_id);
    const held = await lockRefund(db, id);
    if (held.state !== 'requested') return;
    const at = payments.now();
    await updateRefund(db, id, { state: 'manual', next_poll_at: null, updated_at: at });
    await requestManualRefund(db, held, at);
  };
  return retryTransaction(() => payments.db.transaction().execute(leave));
}

async function refundEvidence(
  query: () => Promise<RefundEvidence | undefined>,
): Promise<RefundEvidence | undefined> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof ProviderRefused) return { outcome: 'failed', id: undefined, code: error.code };
    if (error instanceof ProviderUnreachable)
      return { outcome: 'unknown', id: undefined, code: error.message };
    throw error;
  }
}

/** Records the provider's status of a refund in the ledger, in one transaction. */
function settleRefund(payments: PaymentContext, refund: RefundRow, evidence: RefundEvidence): Promise<void> {
  const settleIt = async (db: Db) => {
    const order = await lockPayableOrder(db, refund.order_id);
    const attempt = await lockAttempt(db, refund.attempt_id);
    const held = await lockRefund(db, refund.id);
    const at = payments.now();
    const before = held.state;
    const provider_id = evidence.id ?? held.provider_id;
    const put = (state: RefundRow['state'], next: Date | null) =>
      updateRefund(db, held.id, {
        ...{ state, provider_id, next_poll_at: next, updated_at: at },
        last_code: evidence.code.slice(0, 100),
      });
    if (before === 'failed' || before === 'returned' || held.last_code === manualRefundCode) return;
    // A bank may return it days later.
    const isAsync = payments.providers.get(attempt.provider)?.traits.refund === 'async';
    const isWatched = isAsync && at < watchedUntil(held);
    const later = isWatched ? new Date(at.getTime() + dayMs) : null;
    if (evidence.outcome === 'succeeded' && before !== 'succeeded') {
      await put('succeeded', later);
      await bookRefund({ ...payments, db }, order, attempt, { ...held, provider_id });
      // An asynchronous refund was announced when the provider accepted it.
      if (!(isAsync && before === 'sent')) await notifyRefund(db, payments.orders.viewUrls, order, held);
    } else if (evidence.outcome === 'failed' && before !== 'succeeded') {
      await put('failed', null);
      await openReview(db, held, { reason: 'refund_failed', code: evidence.code, at });
    } else if (evidence.outcome === 'returned' || evidence.outcome === 'failed') {
      await put('returned', null);
      if (before === 'succeeded') await bookReturn({ ...payments, db }, order, attempt, held);
      await openReview(db, held, { reason: 'refund_returned', code: evidence.code, at });
    } else if (before !== 'succeeded') {
      // `Math.min` limits the index to the last entry.
      const wait = waitsMs[Math.min(held.poll_count, waitsMs.length - 1)]!;
      // The status remains unknown: keep querying, and ask an operator to contact the provider.
      if (held.poll_count === refundQueriesBeforeReview)
        await openReview(db, held, { reason: 'refund_unclear', code: evidence.code, at });
      const isAccepted = evidence.outcome === 'accepted';
      await put(isAccepted ? 'sent' : before, new Date(at.getTime() + wait));
      if (isAccepted && isAsync && before === 'requested')
        await notifyRefund(db, payments.orders.viewUrls, order, held);
    } else await put(before, later);
  };
  return retryTransaction(() => payments.db.transaction().execute(settleIt));
}

/** Books that the money is back with the shopper. */
export async function bookRefund(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  order: Pick<PayableOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `order:${order.number}`, credit: `provider:${provider}`, occurred_at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await addMoney(db, order.id, { refunded: refund.value_cents });
  await restate(db, attempt, now());
}

/** Books that a refund came back: the shop has the money again, and the shopper has not. */
async function bookReturn(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  order: Pick<PayableOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund_returned', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `provider:${provider}`, credit: `order:${order.number}`, occurred_at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await addMoney(db, order.id, { refunded: -refund.value_cents });
  await restate(db, attempt, now());
}

/** Updates the attempt's state: all, a part or none of its money was refunded. */
async function restate(db: Db, attempt: AttemptRow, at: Date): Promise<void> {
  const entries = (await readEntries(db, attempt.order_id)).filter(
    (entry) => entry.attempt_id === attempt.id,
  );
  const sum = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).reduce((cents, { value_cents }) => cents + value_cents, 0);
  const back = sum('refund') - sum('refund_returned');
  const state = back === 0 ? 'paid' : back >= sum('capture') ? 'refunded' : 'partially_refunded';
  await updateAttempt(db, attempt.id, { state }, at);
}

function openReview(
  db: Db,
  refund: RefundRow,
  { reason, code, at }: { reason: string; code: string; at: Date },
): Promise<void> {
  return insertCase(db, {
    ...{ attempt_id: refund.attempt_id, order_id: refund.order_id, reason, opened_at: at },
    details: { refund: refund.key, code },
  });
}
