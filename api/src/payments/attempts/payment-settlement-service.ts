import { createHash } from 'node:crypto';
import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { type Settlement, settlementOf } from '@fynbos/core/payments/payment-settlement.ts';
import { nextPollDelay } from '@fynbos/core/payments/poll-schedule.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { addMoney } from '../../orders/placement/pending-order-service.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import type { Evidence } from '../providers/payment-provider.ts';
import { type AttemptRow, lockAttempt, updateAttempt } from '../records/attempt-store.ts';
import { insertEntry, readCaptures } from '../records/ledger-store.ts';
import { readCapturedIn } from '../records/other-mode-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { hasEvent, insertEvent } from '../records/payment-event-store.ts';
import { isTryOf, referenceOf } from '../records/payment-reference.ts';
import { reservedOf, reserveRefund } from '../refunds/refund-service.ts';
import { placeAndEndOtherOrders } from './replaced-order-service.ts';
import { releaseAfterFailure } from './unpaid-hold-service.ts';

/** The trigger of a provider query. */
export type Via = 'return' | 'web-hook' | 'poll' | 'admin' | 'match';

/**
 * The single place where a provider's status changes money (spec payments 4). In one transaction it locks order
 * and attempt in this order, books new movements, advances the attempt, places the order when its money is
 * complete, refunds the surplus, and opens cases where the rules end. The same status again changes
 * nothing.
 * @returns the attempt after the change
 */
export async function settle(
  payments: PaymentContext,
  attemptToSettle: Pick<AttemptRow, 'id' | 'order_id'>,
  evidence: Evidence,
  via: Via,
): Promise<AttemptRow> {
  const { attempt, placed, ended } = await retryTransaction(() =>
    payments.db
      .transaction()
      .execute((trx) => settleWithin({ ...payments, db: trx }, attemptToSettle, evidence, via)),
  );
  if (placed) publishOrder('placed', placed);
  for (const order of ended) publishOrder('expired', order);
  return attempt;
}

/**
 * Like `settle`, within the caller's transaction.
 * @returns the order too when it was placed; and the orders that ended, because their last attempt failed or another
 * order of their cart was placed
 */
export async function settleWithin(
  payments: PaymentContext,
  { id, order_id }: Pick<AttemptRow, 'id' | 'order_id'>,
  evidence: Evidence,
  via: Via,
): Promise<{ attempt: AttemptRow; placed: PayableOrder | undefined; ended: PayableOrder[] }> {
  const { db, now, mode } = payments;
  const order = await lockPayableOrder(db, order_id);
  const attempt = await lockAttempt(db, id);
  const at = now();
  const isPaid = evidence.outcome === 'paid' || evidence.outcome === 'paid_review';
  const known = isPaid ? await readCaptures(db, attempt.id) : [];
  const plan = settlementOf(
    {
      mode,
      order: {
        state: order.state,
        total: order.grand_total_cents,
        captured: isPaid ? await netIn(db, order, mode) : order.captured_cents,
        replaced: order.orderedWith !== undefined,
      },
      attempt: {
        mode: attempt.mode,
        state: attempt.state,
        // Money of an earlier attempt number belongs to this attempt too.
        reference:
          evidence.reference && isTryOf(attempt, evidence.reference)
            ? evidence.reference
            : referenceOf(attempt),
        amount: attempt.amount_cents,
        charge: { cents: attempt.charge_cents, currency: attempt.charge_currency },
        isOver: attempt.expires_at !== null && attempt.expires_at <= at,
      },
      known: known.map(({ transaction_id }) => transaction_id),
    },
    evidence,
  );
  await note(db, attempt, evidence, { via, at });
  const { ended, ...settlement } = await book(payments, order, attempt, plan);
  await openCases(db, attempt, settlement.reviews, { evidence, at });
  const settled = await moveOn(payments, attempt, settlement, { evidence, at, via });
  const hasFailed = attemptStates[attempt.state].open && isUnpaidEnd(settled);
  const hasEnded = hasFailed && (await releaseAfterFailure({ db, mode }, order, at));
  return {
    attempt: settled,
    placed: settlement.places ? order : undefined,
    ended: hasEnded ? [order] : ended,
  };
}

const isUnpaidEnd = ({ state }: AttemptRow): boolean =>
  !attemptStates[state].open && attemptStates[state].status !== 'paid';

/** Money of this mode less what goes back, in cents; an order without captured money has none. */
const netIn = async (
  db: Db,
  { id, captured_cents }: PayableOrder,
  mode: AttemptRow['mode'],
): Promise<number> =>
  captured_cents === 0 ? 0 : (await readCapturedIn(db, id, mode)) - (await reservedOf(db, id));

/** Records the status; an identical one is not recorded twice. */
async function note(
  db: Db,
  attempt: AttemptRow,
  evidence: Evidence,
  { via, at }: { via: Via; at: Date },
): Promise<void> {
  const { id: attempt_id, provider } = attempt;
  await insertEvent(db, {
    ...{ provider, dedupe_key: evidenceKey(attempt, evidence), attempt_id },
    ...{ source: via, payload: evidence, occurred_at: at },
  });
}

/**
 * Whether this exact status has already paid the attempt and no further query is due: all its consequences
 * are in the ledger.
 */
export const isSettled = async (
  { db }: PaymentContext,
  attempt: AttemptRow,
  evidence: Evidence,
): Promise<boolean> =>
  attempt.state === 'paid' &&
  attempt.next_poll_at === null &&
  (await hasEvent(db, attempt.provider, evidenceKey(attempt, evidence)));

/** The deduplication key of a status. */
function evidenceKey({ id }: AttemptRow, evidence: Evidence): string {
  const fields = JSON.stringify([id, evidence.outcome, evidence.code, evidence.id, evidence.paid]);
  return createHash('sha256').update(fields).digest('base64url');
}

/** Books incoming money, places the order, and reserves refunds. */
async function book(
  payments: PaymentContext,
  order: PayableOrder,
  attempt: AttemptRow,
  plan: Settlement,
): Promise<Settlement & { ended: PayableOrder[] }> {
  const { db, now } = payments;
  const { provider } = attempt;
  const captures: Settlement['captures'] = [];
  for (const capture of plan.captures) {
    const { transactionId: transaction_id, charge, value } = capture;
    const isNew = await insertEntry(db, {
      ...{ attempt_id: attempt.id, order_id: order.id, kind: 'capture', provider, transaction_id },
      ...{ debit: `provider:${provider}`, credit: `order:${order.number}` },
      ...{
        charge_cents: charge.cents,
        charge_currency: charge.currency,
        value_cents: value,
        occurred_at: now(),
      },
    });
    // An entry of another payment already has this transaction: the same money cannot pay twice.
    if (isNew) captures.push(capture);
  }
  const came = captures.reduce((sum, { value }) => sum + value, 0);
  if (came > 0) await addMoney(db, order.id, { captured: came });
  if (captures.length < plan.captures.length) {
    // The entries include what came now.
    const captured_cents = order.captured_cents + came;
    const netCents = await netIn(db, { ...order, captured_cents }, payments.mode);
    const isShort = netCents < order.grand_total_cents;
    const isHere = ({ transactionId }: { transactionId: string }) =>
      captures.some((capture) => capture.transactionId === transactionId);
    const rest = isShort ? [] : plan.surplus.filter(isHere);
    return book(payments, order, attempt, {
      ...{ captures: [], places: plan.places && !isShort, surplus: rest, reviews: ['foreign_reference'] },
    });
  }
  const ended = plan.places ? await placeAndEndOtherOrders(payments, order, 'payment') : [];
  if (!ended) {
    // The goods are no longer available: refund everything.
    const surplus = captures.map(({ transactionId, value }) => ({ transactionId, value }));
    await giveBack(payments, order, attempt, { surplus, reason: 'late_payment' });
    return { ...plan, places: false, surplus, reviews: ['late_payment'], ended: [] };
  }
  await giveBack(payments, order, attempt, {
    surplus: plan.surplus,
    reason: plan.reviews.at(-1) ?? 'surplus',
  });
  return { ...plan, ended };
}

async function giveBack(
  payments: PaymentContext,
  order: PayableOrder,
  attempt: AttemptRow,
  { surplus, reason }: { surplus: Settlement['surplus']; reason: string },
): Promise<void> {
  const { db, now } = payments;
  for (const { transactionId, value } of surplus.filter((movement) => movement.value > 0))
    await reserveRefund(payments, order, attempt, { transactionId, value, reason, by: 'payments' }).catch(
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        // Less than the smallest unit of the charge currency: the capture still counts.
        return insertCase(db, {
          ...{ attempt_id: attempt.id, order_id: order.id, reason: 'refund_by_hand', opened_at: now() },
          details: { transactionId, cents: value },
        });
      },
    );
}

async function openCases(
  db: Db,
  attempt: AttemptRow,
  reasons: readonly string[],
  { evidence, at }: { evidence: Evidence; at: Date },
): Promise<void> {
  for (const reason of reasons)
    await insertCase(db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason, opened_at: at },
      details: { outcome: evidence.outcome, code: evidence.code, paid: evidence.paid, mode: evidence.mode },
    });
}

const reviewPollMs = 6 * 60 * 60 * 1000;
const reviewedMs = 30 * 24 * 60 * 60 * 1000;

/** Caps the wait at the end of the shopper's session: the goods are held until that query. */
function untilOver({ expires_at }: AttemptRow, wait: number, at: Date): number {
  const left = expires_at === null ? 0 : expires_at.getTime() - at.getTime();
  return left > 0 ? Math.min(wait, left + 1000) : wait;
}

/** Updates the attempt's state and schedules its next query. */
async function moveOn(
  payments: PaymentContext,
  attempt: AttemptRow,
  { state = attempt.state, reviews }: Settlement,
  { evidence, at, via }: { evidence: Evidence; at: Date; via: Via },
): Promise<AttemptRow> {
  // Status queries by the shopper must not slow down the poller.
  const poll_count = state === attempt.state ? attempt.poll_count + (via === 'poll' ? 1 : 0) : 0;
  const age = at.getTime() - attempt.created_at.getTime();
  const wait =
    evidence.outcome === 'paid_review' && age < reviewedMs
      ? reviewPollMs
      : nextPollDelay(state, poll_count, age, Math.random());
  const changes = {
    state,
    poll_count,
    last_code: evidence.code.slice(0, 100),
    review: attempt.review || reviews.length > 0,
    next_poll_at: wait === undefined ? null : new Date(at.getTime() + untilOver(attempt, wait, at)),
    ...(evidence.id !== undefined && attempt.provider_id === null && { provider_id: evidence.id }),
  };
  await updateAttempt(payments.db, attempt.id, changes, at);
  if (wait === undefined && attemptStates[state].open)
    await insertCase(payments.db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason: 'undecided', opened_at: at },
      details: { code: evidence.code },
    });
  return { ...attempt, ...changes };
}
