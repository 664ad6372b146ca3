import { createHash } from 'node:crypto';
import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { nextAskIn } from '@fynbos/core/payments/schedule.ts';
import { type Settlement, settlementOf } from '@fynbos/core/payments/settle.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { tellOrder } from '../operation/steps.ts';
import {
  bookMoney,
  type HeldOrder,
  holdPending,
  isOrderReplaced,
  placePaid,
} from '../orders/pending-service.ts';
import { retried } from '../orders/retried.ts';
import { insertEntry, readCaptures } from './money-store.ts';
import type { Till } from './payments.ts';
import type { Evidence } from './providers/provider.ts';
import { isTryOf, referenceOf } from './reference.ts';
import { reservedOf, reserveRefund } from './refund-service.ts';
import { type AttemptRow, hasEvent, insertEvent, insertReview, lockAttempt, updateAttempt } from './store.ts';

/** Who had the provider asked. */
export type Via = 'return' | 'web-hook' | 'poll' | 'admin' | 'match';

/**
 * The one place where what a provider says changes money (payments 4). In one transaction: order and attempt are held
 * in this order, what is new is booked, the attempt moves on, the order is placed when its money is complete, what is
 * too much goes back, and people are asked where the rules end. The same word again changes nothing.
 *
 * @returns the attempt as it is now
 */
export async function settle(
  payments: Till,
  attemptId: number,
  orderId: number,
  said: Evidence,
  via: Via,
): Promise<AttemptRow> {
  const { attempt, placed } = await retried(() =>
    payments.db
      .transaction()
      .execute((trx) => settleWithin({ ...payments, db: trx }, attemptId, orderId, said, via)),
  );
  if (placed) tellOrder('placed', placed);
  return attempt;
}

/** As `settle`, within the caller's transaction. @returns the order too, where it was placed by it */
export async function settleWithin(
  payments: Till,
  attemptId: number,
  orderId: number,
  said: Evidence,
  via: Via,
): Promise<{ attempt: AttemptRow; placed: HeldOrder | undefined }> {
  const { db, now, mode } = payments;
  const order = (await holdPending(db, orderId))!;
  const attempt = await lockAttempt(db, attemptId);
  const at = now();
  const isPaid = said.outcome === 'paid' || said.outcome === 'paid_review';
  const known = isPaid ? await readCaptures(db, attempt.id) : [];
  const plan = settlementOf(
    {
      mode,
      order: {
        state: order.state,
        total: order.grand_total_cents,
        captured: order.captured_cents - (isPaid ? await goingBack(db, order) : 0),
        replaced: isPaid && order.state !== 'placed' && (await isOrderReplaced(db, order)),
      },
      attempt: {
        state: attempt.state,
        // Money of an earlier try is this attempt's money too.
        reference: said.reference && isTryOf(attempt, said.reference) ? said.reference : referenceOf(attempt),
        amount: attempt.amount_cents,
        charge: { cents: attempt.charge_cents, currency: attempt.charge_currency },
        isOver: attempt.expires_at !== null && attempt.expires_at <= at,
      },
      known: known.map(({ transaction_id }) => transaction_id),
    },
    said,
  );
  await note(db, attempt, said, via, at);
  const settlement = await book(payments, order, attempt, plan);
  await review(db, attempt, settlement.reviews, said, at);
  return {
    attempt: await moveOn(payments, attempt, settlement, said, { at, via }),
    placed: settlement.places ? order : undefined,
  };
}

/** In cents; of an order that nothing came in for nothing goes back. */
const goingBack = async (db: Db, { id, captured_cents }: HeldOrder): Promise<number> =>
  captured_cents === 0 ? 0 : reservedOf(db, id);

/** What is said again word for word is not written down again. */
async function note(db: Db, attempt: AttemptRow, said: Evidence, via: Via, at: Date): Promise<void> {
  const { id: attempt_id, provider } = attempt;
  await insertEvent(db, {
    ...{ provider, dedupe_key: wordsOf(attempt, said), attempt_id },
    ...{ source: via, payload: said, occurred_at: at },
  });
}

/**
 * Whether an attempt was paid by this very word before, and nobody is to look at it again: all that follows from it is in the
 * books.
 */
export const isSettled = async ({ db }: Till, attempt: AttemptRow, said: Evidence): Promise<boolean> =>
  attempt.state === 'paid' &&
  attempt.next_poll_at === null &&
  (await hasEvent(db, attempt.provider, wordsOf(attempt, said)));

/** What is said of an attempt, as the key it is noted under. */
function wordsOf({ id }: AttemptRow, said: Evidence): string {
  const words = JSON.stringify([id, said.outcome, said.code, said.id, said.paid]);
  return createHash('sha256').update(words).digest('base64url');
}

/** Books what came in, places the order, and reserves what goes back. */
async function book(
  payments: Till,
  order: HeldOrder,
  attempt: AttemptRow,
  plan: Settlement,
): Promise<Settlement> {
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
    // It was booked for another payment: nothing can be paid with the same money twice.
    if (isNew) captures.push(capture);
  }
  const came = captures.reduce((sum, { value }) => sum + value, 0);
  if (came > 0) await bookMoney(db, order.id, { captured: came });
  if (captures.length < plan.captures.length) {
    const kept = order.captured_cents - (await goingBack(db, order)) + came;
    const isShort = kept < order.grand_total_cents;
    const isHere = ({ transactionId }: { transactionId: string }) =>
      captures.some((one) => one.transactionId === transactionId);
    const rest = isShort ? [] : plan.surplus.filter(isHere);
    return book(payments, order, attempt, {
      ...{ captures: [], places: plan.places && !isShort, surplus: rest, reviews: ['foreign_reference'] },
    });
  }
  if (plan.places && !(await placePaid(payments.orders, db, order, now()))) {
    // Its goods are gone: all of it goes back.
    const surplus = captures.map(({ transactionId, value }) => ({ transactionId, value }));
    await giveBack(payments, order, attempt, surplus, 'late_payment');
    return { ...plan, places: false, surplus, reviews: ['late_payment'] };
  }
  await giveBack(payments, order, attempt, plan.surplus, plan.reviews.at(-1) ?? 'surplus');
  return plan;
}

async function giveBack(
  payments: Till,
  order: HeldOrder,
  attempt: AttemptRow,
  surplus: Settlement['surplus'],
  reason: string,
): Promise<void> {
  const { db, now } = payments;
  for (const { transactionId, value } of surplus.filter((one) => one.value > 0))
    await reserveRefund(payments, order, attempt, { transactionId, value, reason, by: 'payments' }).catch(
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        // Less than the smallest coin of the wallet: what came in counts all the same.
        return insertReview(db, {
          ...{ attempt_id: attempt.id, order_id: order.id, reason: 'refund_by_hand', opened_at: now() },
          details: { transactionId, cents: value },
        });
      },
    );
}

async function review(
  db: Db,
  attempt: AttemptRow,
  reasons: readonly string[],
  said: Evidence,
  at: Date,
): Promise<void> {
  for (const reason of reasons)
    await insertReview(db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason, opened_at: at },
      details: { outcome: said.outcome, code: said.code, paid: said.paid, mode: said.mode },
    });
}

const reviewAgainMs = 6 * 60 * 60 * 1000;
const reviewedMs = 30 * 24 * 60 * 60 * 1000;

/** Not later than when the shopper's time is over: the goods are held until somebody asks then. */
function untilOver({ expires_at }: AttemptRow, wait: number, at: Date): number {
  const left = expires_at === null ? 0 : expires_at.getTime() - at.getTime();
  return left > 0 ? Math.min(wait, left + 1000) : wait;
}

/** Where the attempt is now, and when it is asked for again. */
async function moveOn(
  payments: Till,
  attempt: AttemptRow,
  { state = attempt.state, reviews }: Settlement,
  said: Evidence,
  { at, via }: { at: Date; via: Via },
): Promise<AttemptRow> {
  // Who looks often must not make the clock look seldom.
  const poll_count = state === attempt.state ? attempt.poll_count + (via === 'poll' ? 1 : 0) : 0;
  const age = at.getTime() - attempt.created_at.getTime();
  const wait =
    said.outcome === 'paid_review' && age < reviewedMs
      ? reviewAgainMs
      : nextAskIn(state, poll_count, age, Math.random());
  const changes = {
    state,
    poll_count,
    last_code: said.code.slice(0, 100),
    review: attempt.review || reviews.length > 0,
    next_poll_at: wait === undefined ? null : new Date(at.getTime() + untilOver(attempt, wait, at)),
    ...(said.id !== undefined && attempt.provider_id === null && { provider_id: said.id }),
  };
  await updateAttempt(payments.db, attempt.id, changes, at);
  if (wait === undefined && attemptStates[state].open)
    await insertReview(payments.db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason: 'undecided', opened_at: at },
      details: { code: said.code },
    });
  return { ...attempt, ...changes };
}
