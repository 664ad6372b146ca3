import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { holdPending } from '../orders/pending-service.ts';
import { lockRefund, type RefundRow, readCaptures, readRefunds, updateRefund } from './money-store.ts';
import type { Till } from './payments.ts';
import { tellRefund } from './refund-mail.ts';
import { asksBeforePerson, bookRefund, byHand } from './refund-send-service.ts';
import { closeReviews, forgetReviewed, readReviewsOf } from './review-store.ts';
import { lockAttempt } from './store.ts';

/**
 * What can be given back by hand: what nobody else does, what came to nothing, and what a provider was asked for so often
 * without an answer that a person had to look it up there.
 */
export const isForHand = (refund: RefundRow): boolean =>
  refund.state === 'manual' || refund.state === 'failed' || refund.state === 'returned' || isUnclear(refund);

/** Its answer is lost: the provider may have done it, and will never say so. */
const isUnclear = ({ state, poll_count }: RefundRow): boolean =>
  (state === 'requested' || state === 'sent') && poll_count >= asksBeforePerson;

/**
 * Books a refund that somebody did by hand, on the provider's own pages or from the shop's bank.
 *
 * @throws StartProblem where it is none that waits for a hand, or was given back in another way meanwhile
 */
export function bookByHand(payments: Till, { id, order_id, attempt_id, key }: RefundRow): Promise<void> {
  return payments.db.transaction().execute(async (db) => {
    const order = (await holdPending(db, order_id))!;
    const attempt = await lockAttempt(db, attempt_id);
    const held = await lockRefund(db, id);
    if (!isForHand(held))
      throw new StartProblem(`The refund ${key} is ${held.state}, by the provider. Nothing was changed.`);
    if (held.state === 'failed' || held.state === 'returned') await refuseTooMuch(db, held);
    const at = payments.now();
    const changes = { state: 'succeeded', last_code: byHand, next_poll_at: null, updated_at: at } as const;
    await updateRefund(db, id, changes);
    // Ours, since the provider's own name of it is not known, or was that of what came back.
    await bookRefund({ ...payments, db }, order, attempt, { ...held, provider_id: null });
    await tellRefund(db, payments.orders.viewUrls, order, held);
    await closeAsked(db, held, at);
  });
}

/** What failed was let go of: another refund may have taken its place. */
async function refuseTooMuch(db: Db, refund: RefundRow): Promise<void> {
  const capture = (await readCaptures(db, refund.attempt_id)).find(
    ({ transaction_id }) => transaction_id === refund.transaction_id,
  );
  const others = (await readRefunds(db, refund.order_id))
    .filter(({ transaction_id }) => transaction_id === refund.transaction_id)
    .filter(({ state }) => state !== 'failed' && state !== 'returned')
    .reduce((sum, { value_cents }) => sum + value_cents, 0);
  if (!capture || others + refund.value_cents > capture.value_cents)
    throw new StartProblem(
      `The refund ${refund.key} was replaced by another one meanwhile. Nothing was changed.`,
    );
}

const asked = ['refund_by_hand', 'refund_failed', 'refund_returned', 'refund_unclear'];

/** Nobody has to give it back any more; another refund of the payment may still wait. */
async function closeAsked(db: Db, refund: RefundRow, at: Date): Promise<void> {
  const rest = (await readRefunds(db, refund.order_id)).filter(isForHand);
  const reviews = (await readReviewsOf(db, refund.order_id)).filter(
    ({ attempt_id, reason }) =>
      attempt_id === refund.attempt_id &&
      asked.includes(reason) &&
      !rest.some((one) => one.attempt_id === attempt_id && reason === reasonOf[one.state]),
  );
  const ids = reviews.map(({ id }) => id);
  await closeReviews(db, ids, { by: 'operator', note: 'given back by hand', at });
  await forgetReviewed(db, [refund.attempt_id]);
}

const reasonOf: Readonly<Record<string, string>> = {
  manual: 'refund_by_hand',
  failed: 'refund_failed',
  returned: 'refund_returned',
  requested: 'refund_unclear',
  sent: 'refund_unclear',
};
