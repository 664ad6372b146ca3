import { randomBytes } from 'node:crypto';
import { scaleCents } from '@fynbos/core/money.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { type HeldOrder, holdPending } from '../orders/pending-service.ts';
import { insertRefund, type RefundRow, readCaptures, readEntries, readRefunds } from './money-store.ts';
import type { Till } from './payments.ts';
import { type AttemptRow, insertReview, lockAttempt } from './store.ts';

/** What goes back of a movement, in the order's currency, and who said so. */
interface Back {
  transactionId: string;
  /** Cents. */
  value: number;
  reason: string;
  by: string;
}

/** What of an order's money is given back, or is on its way back, in cents. */
export async function reservedOf(db: Db, orderId: number): Promise<number> {
  const refunds = await readRefunds(db, orderId);
  return sumOf(refunds.filter(isReserved));
}

/** A refund that came to nothing may be tried again with another. */
const isReserved = ({ state }: RefundRow): boolean => state !== 'failed' && state !== 'returned';
const sumOf = (refunds: readonly { value_cents: number }[]): number =>
  refunds.reduce((sum, { value_cents }) => sum + value_cents, 0);

/**
 * Reserves money to be given back, within the caller's transaction that holds order and attempt, so that all refunds
 * together never come to more than what came in, however many are asked for at once. It is sent afterwards.
 *
 * @throws Problem refund_too_high
 */
export async function reserveRefund(
  { db, now, providers }: Pick<Till, 'db' | 'now' | 'providers'>,
  order: Pick<HeldOrder, 'id'>,
  attempt: AttemptRow,
  { transactionId, value, reason, by }: Back,
): Promise<void> {
  const capture = (await readCaptures(db, attempt.id)).find(
    ({ transaction_id }) => transaction_id === transactionId,
  );
  const before = (await readRefunds(db, order.id)).filter(
    (one) => isReserved(one) && one.transaction_id === transactionId,
  );
  if (!capture || value <= 0 || sumOf(before) + value > capture.value_cents)
    throw new Problem('refund_too_high');
  // Parts are rounded together, so that all of them come to the whole in both currencies, and never to more.
  const charge_cents =
    scaleCents(sumOf(before) + value, capture.charge_cents, capture.value_cents) -
    before.reduce((sum, one) => sum + one.charge_cents, 0);
  if (charge_cents <= 0) throw new Problem('refund_too_high');
  const isManual = providers.get(attempt.provider)?.traits.refund === 'manual';
  const { charge_currency, transaction_id } = capture;
  const key = `R${randomBytes(8).toString('hex').slice(0, 15).toUpperCase()}`;
  await insertRefund(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, key, transaction_id, reason, actor: by },
    ...{ value_cents: value, charge_cents, charge_currency },
    state: isManual ? 'manual' : 'requested',
    next_poll_at: isManual ? null : now(),
    created_at: now(),
  });
  if (isManual)
    await askForHand(
      db,
      { attempt_id: attempt.id, order_id: order.id, key, charge_cents, charge_currency, transaction_id },
      now(),
    );
}

/** The provider gives nothing back by itself: somebody does it on its pages, and says so. */
export function askForHand(
  db: Db,
  refund: Pick<
    RefundRow,
    'attempt_id' | 'order_id' | 'key' | 'charge_cents' | 'charge_currency' | 'transaction_id'
  >,
  at: Date,
): Promise<void> {
  const { attempt_id, order_id, key, transaction_id: transactionId } = refund;
  return insertReview(db, {
    ...{ attempt_id, order_id, reason: 'refund_by_hand', opened_at: at },
    details: { refund: key, transactionId, cents: refund.charge_cents, currency: refund.charge_currency },
  });
}

/**
 * Gives money of an order back, the newest payment first.
 *
 * @param value cents in the order's currency; all that is left where it is undefined
 * @returns what is going back, in cents
 * @throws Problem refund_too_high
 */
export function refundOrder(
  payments: Pick<Till, 'db' | 'now' | 'providers'>,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  return payments.db
    .transaction()
    .execute((trx) => refundWithin({ ...payments, db: trx }, orderId, { value, reason, by }));
}

/** As `refundOrder`, within the caller's transaction. */
export async function refundWithin(
  payments: Pick<Till, 'db' | 'now' | 'providers'>,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  const { db } = payments;
  const order = (await holdPending(db, orderId))!;
  const reserved = (await readRefunds(db, orderId)).filter(isReserved);
  const captures = (await readEntries(db, orderId)).filter(({ kind }) => kind === 'capture').toReversed();
  let left = value ?? sumOf(captures) - sumOf(reserved);
  const wanted = left;
  for (const { attempt_id, transaction_id, value_cents } of captures) {
    const gone = sumOf(reserved.filter((one) => one.transaction_id === transaction_id));
    const part = Math.min(left, value_cents - gone);
    if (part <= 0) continue;
    const attempt = await lockAttempt(db, attempt_id);
    await reserveRefund(payments, order, attempt, { transactionId: transaction_id, value: part, reason, by });
    left -= part;
  }
  if (left > 0) throw new Problem('refund_too_high');
  return wanted;
}
