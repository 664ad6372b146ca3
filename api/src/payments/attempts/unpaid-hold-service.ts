import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import type { Db } from '../../db.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { endUnpaid, shortenHold } from '../../orders/placement/pending-order-service.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { type AttemptRow, lockAttempt, readAttempts, updateAttempt } from '../records/attempt-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';

/** Time by which the stock of an order is held longer than the provider's payment deadline. */
export const holdGraceMs = 15 * 60 * 1000;

/** The caller's transaction, and the mode of the shop's payments. */
type Within = Pick<PaymentContext, 'db' | 'mode'>;

/** The shopper was never redirected with this attempt, so it cannot be paid. */
const isUnsent = ({ state, provider_id }: AttemptRow): boolean =>
  state === 'created' || (state === 'initiating' && provider_id === null);

/**
 * Whether a provider may still report a payment. One of the other mode counts for nothing here, so it holds
 * nothing either.
 */
export const mayStillPay = (attempt: AttemptRow, mode: AttemptRow['mode']): boolean =>
  attempt.mode === mode && attemptStates[attempt.state].open && !isUnsent(attempt);

/**
 * Adjusts the hold of a locked order whose attempt just failed. Its stock is held no longer than its open
 * attempts need it; without an open attempt it is returned at once (T28). The order may await its payment
 * again until its time to pay is over.
 * @returns whether the order ended
 */
export async function releaseAfterFailure(within: Within, order: PayableOrder, at: Date): Promise<boolean> {
  // An operator decides about a partial payment.
  if (order.state !== 'pending_payment' || order.captured_cents > order.refunded_cents) return false;
  const attempts = await readAttempts(within.db, order.id);
  const needed = attempts.filter(
    (attempt) =>
      mayStillPay(attempt, within.mode) || (isUnsent(attempt) && neededUntil(attempt) > at.getTime()),
  );
  if (needed.length === 0) {
    await endOrder(within, order, attempts, { note: 'payment failed', at, isFinal: false });
    return true;
  }
  await shortenHold(within.db, order.id, new Date(Math.max(...needed.map(neededUntil))));
  return false;
}

const neededUntil = ({ expires_at, updated_at }: AttemptRow): number =>
  (expires_at ?? updated_at).getTime() + holdGraceMs;

/** Like `releaseAfterFailure`, in a transaction of its own. */
export async function releaseOrder({ db, mode, now }: PaymentContext, id: number): Promise<void> {
  const ended = await retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const order = await lockPayableOrder(trx, id);
      return (await releaseAfterFailure({ db: trx, mode }, order, now())) ? order : undefined;
    }),
  );
  if (ended) publishOrder('expired', ended);
}

/** Ends the attempts that were never sent of a locked order which ends, or is placed. */
export const expireUnsent = (db: Db, attempts: readonly AttemptRow[], at: Date): Promise<void> =>
  expire(db, attempts.filter(isUnsent), at);

/**
 * Ends a locked order and its attempts that were never sent, or belong to the other mode.
 * @returns the products whose stock was returned
 */
export async function endOrder(
  within: Within,
  order: PayableOrder,
  attempts: readonly AttemptRow[],
  { note, at, isFinal }: { note: string; at: Date; isFinal: boolean },
): Promise<number[]> {
  await expireUnsent(within.db, attempts, at);
  await expireOtherMode(within, attempts, at);
  return endUnpaid(within.db, order, { note, by: 'payments', at, isFinal });
}

export const expireOtherMode = (
  { db, mode }: Within,
  attempts: readonly AttemptRow[],
  at: Date,
): Promise<void> =>
  expire(
    db,
    attempts.filter((attempt) => attempt.mode !== mode && attemptStates[attempt.state].open),
    at,
    'wrong_mode',
  );

async function expire(db: Db, attempts: readonly AttemptRow[], at: Date, code?: string): Promise<void> {
  for (const { id } of attempts) {
    await lockAttempt(db, id);
    const changes = { state: 'expired' as const, next_poll_at: null };
    await updateAttempt(db, id, { ...changes, ...(code !== undefined && { last_code: code }) }, at);
  }
}
