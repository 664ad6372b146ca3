import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { type HeldOrder, holdPending, isOrderReplaced, placePaid } from '../orders/pending-service.ts';
import type { Till } from './payments.ts';
import { reservedOf } from './refund-service.ts';
import {
  closeReviews,
  findReview,
  forgetReviewed,
  type ReviewRow,
  readOpenReviews,
  readReviewsOf,
} from './review-store.ts';
import { lockAttempt, updateAttempt } from './store.ts';

/** What people have to look at, oldest first. */
export const openReviews = (db: Db): Promise<ReviewRow[]> => readOpenReviews(db);

/** Closes what a person has looked at. @returns undefined where there is no such, or it was closed before */
export function closeReview(payments: Till, id: number, note: string): Promise<ReviewRow | undefined> {
  return payments.db.transaction().execute(async (db) => {
    const review = await findReview(db, id);
    return review && (await close({ ...payments, db }, [review], note)) > 0 ? review : undefined;
  });
}

/** Closed, they say that nobody waits for this payment any more: its goods may go back. */
const waited = ['undecided', 'unanswered'];

async function close({ db, now }: Till, reviews: readonly ReviewRow[], note: string): Promise<number> {
  for (const { attempt_id, order_id, reason } of reviews) {
    if (!waited.includes(reason) || attempt_id === null || order_id === null) continue;
    await holdPending(db, order_id);
    const { state } = await lockAttempt(db, attempt_id);
    if (attemptStates[state].open)
      await updateAttempt(db, attempt_id, { state: 'expired', next_poll_at: null }, now());
  }
  const ids = reviews.map(({ id }) => id);
  const closed = await closeReviews(db, ids, { by: 'operator', note, at: now() });
  await forgetReviewed(
    db,
    reviews.flatMap(({ attempt_id }) => attempt_id ?? []),
  );
  return closed;
}

/** What a person settles by letting an order pass. */
const settled = ['underpaid', 'provider_review'];

/**
 * Places an order that the rules left to a person: the provider looks at its payment once more, or too little came in.
 *
 * @returns the order as it was
 * @throws StartProblem with why it cannot be placed, and nothing changed
 */
export function acceptPayment(payments: Till, orderId: number): Promise<HeldOrder> {
  return payments.db.transaction().execute(async (db) => {
    const order = (await holdPending(db, orderId))!;
    const refuse = (why: string) =>
      new StartProblem(`The order ${order.number} cannot be placed: ${why}. Nothing was changed.`);
    if (order.state !== 'pending_payment' && order.state !== 'expired')
      throw refuse(`it is ${order.state} already`);
    if (order.captured_cents - (await reservedOf(db, order.id)) <= 0) throw refuse('nothing was paid for it');
    if (await isOrderReplaced(db, order))
      throw refuse('a newer order of the same cart was placed; payments refund gives the money back');
    if (!(await placePaid(payments.orders, db, order, payments.now(), 'operator')))
      throw refuse('its goods or its codes are gone; payments refund gives the money back');
    const reviews = (await readReviewsOf(db, order.id)).filter(({ reason }) => settled.includes(reason));
    await close({ ...payments, db }, reviews, 'accepted');
    return order;
  });
}
