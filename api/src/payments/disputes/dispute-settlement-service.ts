import { scaleCents } from '@fynbos/core/money.ts';
import type { Db } from '../../db.ts';
import { lockPayableOrder } from '../../orders/placement/payable-order-service.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { DisputeEvidence } from '../providers/payment-provider.ts';
import { type AttemptRow, lockAttempt, updateAttempt } from '../records/attempt-store.ts';
import { type DisputeRow, readDisputes, saveDispute } from '../records/dispute-store.ts';
import {
  type EntryRow,
  isReserved,
  lockRefund,
  readCaptures,
  readRefunds,
  updateRefund,
} from '../records/ledger-store.ts';
import {
  closeCases,
  forgetReviewed,
  insertCase,
  type PaymentCaseRow,
  readCasesOf,
  updateCase,
} from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';

/**
 * The single place where a provider's report of a dispute is booked (spec payments 4, race 16). In one
 * transaction it locks order and attempt, stops refunds of the disputed money that were not sent yet, books
 * what the provider withdrew, and opens or closes the cases. The order and the state of its payment stay.
 * The same report again changes nothing, nor does one that is older than the last one booked: web-hooks and
 * processes overtake each other.
 * @param unsentRefund the id of a requested refund that the caller has claimed, and its provider does not have
 */
export async function settleDispute(
  payments: PaymentContext,
  { id, order_id }: Pick<AttemptRow, 'id' | 'order_id'>,
  evidence: DisputeReport,
  unsentRefund?: number,
): Promise<void> {
  const change = await retryTransaction(() =>
    payments.db.transaction().execute(async (db) => {
      const order = await lockPayableOrder(db, order_id);
      const attempt = await lockAttempt(db, id);
      const capture = (await readCaptures(db, id)).find(
        ({ transaction_id }) => transaction_id === evidence.transactionId,
      );
      const isOfThisMode = attempt.mode === payments.mode && evidence.mode === payments.mode;
      if (!capture || !isOfThisMode || (await isOutdated(db, order_id, evidence))) return undefined;
      const stopped =
        evidence.withdrawn.cents > 0
          ? await stopRefunds(db, capture, { at: payments.now(), unsentRefund })
          : [];
      const changed = await applyReport({ ...payments, db }, { attempt, capture, stopped }, evidence);
      return changed && { order: order.number, ...changed };
    }),
  );
  if (change) payments.log.warn(change, 'a payment is disputed: see payments cases');
}

/** The state of a dispute, and the time at which its provider was queried. */
interface DisputeReport extends DisputeEvidence {
  queriedAt: Date;
}

/** Whether the result of a later query is booked. */
async function isOutdated(db: Db, orderId: number, { id, queriedAt }: DisputeReport): Promise<boolean> {
  const disputes = await readDisputes(db, orderId);
  return disputes.some(({ dispute_id, updated_at }) => dispute_id === id && updated_at > queriedAt);
}

/** Refunds and disputes of one capture, in both currencies. */
interface Returned {
  value: number;
  charge: number;
}

const sumOf = (parts: readonly Returned[]): Returned =>
  parts.reduce((sum, part) => ({ value: sum.value + part.value, charge: sum.charge + part.charge }), {
    value: 0,
    charge: 0,
  });

async function applyReport(
  payments: PaymentContext,
  { attempt, capture, stopped }: { attempt: AttemptRow; capture: EntryRow; stopped: readonly string[] },
  evidence: DisputeReport,
): Promise<{ provider: string; dispute: string; state: string } | undefined> {
  const { db, now } = payments;
  const { provider, order_id } = attempt;
  const disputes = await readDisputes(db, order_id);
  const before = disputes.find(({ dispute_id }) => dispute_id === evidence.id);
  const isSame = before?.state === evidence.state && before.last_code === evidence.code.slice(0, 100);
  const otherDisputes = disputes.filter(
    (dispute) => dispute !== before && dispute.transaction_id === capture.transaction_id,
  );
  const refunded = sumOf((await readRefundsOf(db, capture)).map(partOf));
  const left = leftOf(capture, sumOf([refunded, ...otherDisputes.map(disputedPartOf)]));
  const booked = bookable(capture, left, evidence);
  if (before && isSame && before.withdrawn_cents === booked.charge && stopped.length === 0) return undefined;
  const at = now();
  await saveDispute(db, {
    ...{ provider, dispute_id: evidence.id, attempt_id: attempt.id, order_id },
    ...{ transaction_id: capture.transaction_id, state: evidence.state },
    ...{ charge_cents: evidence.charge.cents, charge_currency: evidence.charge.currency },
    ...{ withdrawn_cents: booked.charge, value_cents: booked.value, last_code: evidence.code.slice(0, 100) },
    ...{ opened_at: before?.opened_at ?? at, updated_at: evidence.queriedAt },
  });
  const isOver =
    evidence.state === 'won' && before !== undefined && isUnwon(before) && !otherDisputes.some(isUnwon);
  if (isOver) await reportStopped(db, capture, before.opened_at, at);
  await updateCases(db, attempt, evidence, {
    ...{ dispute: evidence.id, transactionId: capture.transaction_id, code: evidence.code },
    ...{ cents: evidence.charge.cents, currency: evidence.charge.currency, withdrawn: booked.charge },
    ...(refunded.charge > 0 && { refunded: refunded.charge }),
    ...(stopped.length > 0 && { stoppedRefunds: stopped.join(' ') }),
    ...{ at },
  });
  return { provider, dispute: evidence.id, state: evidence.state };
}

/**
 * What is booked of the withdrawn money: never more than is left of the capture, so that refunds and disputes
 * together never return more than came in. The case names the rest, which the operator contests.
 */
function bookable(capture: EntryRow, left: Returned, { withdrawn }: DisputeEvidence): Returned {
  if (withdrawn.currency !== capture.charge_currency || left.charge <= 0) return { value: 0, charge: 0 };
  if (withdrawn.cents >= left.charge) return left;
  const value = scaleCents(withdrawn.cents, capture.value_cents, capture.charge_cents);
  return { charge: withdrawn.cents, value: Math.min(value, left.value) };
}

const leftOf = ({ value_cents, charge_cents }: EntryRow, returned: Returned): Returned => ({
  value: Math.max(0, value_cents - returned.value),
  charge: Math.max(0, charge_cents - returned.charge),
});
const partOf = ({ value_cents, charge_cents }: { value_cents: number; charge_cents: number }): Returned => ({
  value: value_cents,
  charge: charge_cents,
});
const disputedPartOf = ({ value_cents, withdrawn_cents }: DisputeRow): Returned => ({
  value: value_cents,
  charge: withdrawn_cents,
});

const readRefundsOf = async (db: Db, { order_id, transaction_id }: EntryRow) =>
  (await readRefunds(db, order_id)).filter(
    (refund) => isReserved(refund) && refund.transaction_id === transaction_id,
  );

/** The `last_code` of a refund that a dispute stopped. */
const disputedCode = 'disputed';

/**
 * Stops the refunds of a capture that no process has sent: the provider has returned this money already.
 * @returns their keys
 */
async function stopRefunds(
  db: Db,
  capture: EntryRow,
  { at, unsentRefund }: { at: Date; unsentRefund: number | undefined },
): Promise<string[]> {
  const keys: string[] = [];
  for (const { id, key } of await readRefundsOf(db, capture)) {
    // A process that claims a refund counts the attempt first, and skips locked rows.
    const { state, poll_count } = await lockRefund(db, id);
    if (state !== 'requested' || (poll_count > 0 && id !== unsentRefund)) continue;
    const changes = { state: 'failed', last_code: disputedCode, next_poll_at: null, updated_at: at } as const;
    await updateRefund(db, id, changes);
    keys.push(key);
  }
  return keys;
}

const isUnwon = ({ state }: DisputeRow): boolean => state !== 'won';

/** Opens the case of the refunds of a capture that were stopped since its dispute: they are due again. */
async function reportStopped(db: Db, capture: EntryRow, since: Date, at: Date): Promise<void> {
  const stopped = (await readRefunds(db, capture.order_id)).filter(
    ({ transaction_id, state, last_code, updated_at }) =>
      transaction_id === capture.transaction_id &&
      state === 'failed' &&
      last_code === disputedCode &&
      updated_at >= since,
  );
  if (stopped.length === 0) return;
  await insertCase(db, {
    ...{ attempt_id: capture.attempt_id, order_id: capture.order_id, reason: 'refund_failed', opened_at: at },
    details: { refund: stopped.map(({ key }) => key).join(' '), code: disputedCode },
  });
}

/** An open dispute is a case with a deadline; a lost one is a case about the order; a won one ends its case. */
async function updateCases(
  db: Db,
  attempt: AttemptRow,
  { id, state }: DisputeEvidence,
  { at, ...details }: { at: Date; dispute: string; [more: string]: unknown },
): Promise<void> {
  const cases = (await readCasesOf(db, attempt.order_id)).filter(
    ({ attempt_id, closed_at }) => attempt_id === attempt.id && closed_at === null,
  );
  if (state !== 'open') {
    const settled = state === 'won' ? ['dispute', 'dispute_lost'] : ['dispute'];
    const about = cases.filter(
      (review) => settled.includes(review.reason) && disputesOf(review).includes(id),
    );
    for (const review of about) await leaveCase(db, review, id, { note: `the dispute was ${state}`, at });
  }
  if (state !== 'won') {
    const reason = state === 'open' ? 'dispute' : 'dispute_lost';
    const open = cases.find((review) => review.reason === reason);
    if (open) await updateCase(db, open.id, { ...details, dispute: withDispute(open, id) });
    else
      await insertCase(db, {
        ...{ attempt_id: attempt.id, order_id: attempt.order_id, opened_at: at, details },
        reason,
      });
  }
  if (state === 'won') await forgetReviewed(db, [attempt.id]);
  else await updateAttempt(db, attempt.id, { review: true }, at);
}

/** Closes the case of a dispute, or removes the dispute from a case that is about further ones. */
async function leaveCase(
  db: Db,
  review: PaymentCaseRow,
  dispute: string,
  { note, at }: { note: string; at: Date },
): Promise<void> {
  const rest = disputesOf(review).filter((id) => id !== dispute);
  if (rest.length === 0) await closeCases(db, [review.id], { by: 'payments', note, at });
  else await updateCase(db, review.id, { dispute: rest.join(' ') });
}

/** The ids of the disputes that a case is about: an attempt has one open case of a reason. */
const disputesOf = ({ details }: PaymentCaseRow): string[] =>
  isRecord(details) && typeof details.dispute === 'string' ? details.dispute.split(' ') : [];

const withDispute = (review: PaymentCaseRow, id: string): string =>
  [...new Set([...disputesOf(review), id])].join(' ');
