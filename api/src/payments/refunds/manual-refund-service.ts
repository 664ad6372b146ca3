import type { Db } from '../../db.ts';
import { lockPayableOrder } from '../../orders/placement/payable-order-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { lockAttempt } from '../records/attempt-store.ts';
import { readDisputes } from '../records/dispute-store.ts';
import {
  lockRefund,
  type RefundRow,
  readCaptures,
  readRefunds,
  updateRefund,
} from '../records/ledger-store.ts';
import { closeCases, forgetReviewed, readCasesOf } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { notifyRefund } from './refund-mail.ts';
import { bookRefund, manualRefundCode, refundQueriesBeforeReview } from './refund-send-service.ts';

/**
 * Whether a refund can be recorded as done manually: refunds without provider support, failed refunds, and
 * refunds with too many unanswered requests, which an operator must check at the provider.
 */
export const isForHand = (refund: RefundRow): boolean =>
  refund.state === 'manual' || refund.state === 'failed' || refund.state === 'returned' || isUnclear(refund);

/** The response is lost: the provider may have refunded the money and cannot be queried for it. */
const isUnclear = ({ state, poll_count }: RefundRow): boolean =>
  (state === 'requested' || state === 'sent') && poll_count >= refundQueriesBeforeReview;

/**
 * Books a refund that an operator did manually, on the provider's website or by bank transfer.
 * @throws UserFacingError if the refund does not wait for a manual action, or was completed meanwhile
 */
export function bookManualRefund(
  payments: PaymentContext,
  { id, order_id, attempt_id, key }: RefundRow,
): Promise<void> {
  return payments.db.transaction().execute(async (db) => {
    const order = await lockPayableOrder(db, order_id);
    const attempt = await lockAttempt(db, attempt_id);
    const held = await lockRefund(db, id);
    if (!isForHand(held))
      throw new UserFacingError(`The refund ${key} is ${held.state}, by the provider. Nothing was changed.`);
    if (held.state === 'failed' || held.state === 'returned') await refuseTooMuch(db, held);
    const at = payments.now();
    const changes = {
      state: 'succeeded',
      last_code: manualRefundCode,
      next_poll_at: null,
      updated_at: at,
    } as const;
    await updateRefund(db, id, changes);
    // The entry uses our key: the provider's id is unknown, or belongs to a refund that was returned.
    await bookRefund({ ...payments, db }, order, attempt, { ...held, provider_id: null });
    await notifyRefund(db, payments.orders.viewUrls, order, held);
    await closeManualCases(db, held, at);
  });
}

/** A failed refund releases its amount, so another refund may have used it. */
async function refuseTooMuch(db: Db, refund: RefundRow): Promise<void> {
  const capture = (await readCaptures(db, refund.attempt_id)).find(
    ({ transaction_id }) => transaction_id === refund.transaction_id,
  );
  const otherCents = (await readRefunds(db, refund.order_id))
    .filter(({ transaction_id }) => transaction_id === refund.transaction_id)
    .filter(({ state }) => state !== 'failed' && state !== 'returned')
    .reduce((sum, { value_cents }) => sum + value_cents, 0);
  const disputedCents = (await readDisputes(db, refund.order_id))
    .filter(({ transaction_id }) => transaction_id === refund.transaction_id)
    .reduce((sum, { value_cents }) => sum + value_cents, 0);
  if (!capture || otherCents + disputedCents + refund.value_cents > capture.value_cents)
    throw new UserFacingError(
      `The refund ${refund.key} was replaced by another refund${disputedCents > 0 ? ' or by a dispute' : ''}. Nothing was changed.`,
    );
}

const manualReasons = ['refund_by_hand', 'refund_failed', 'refund_returned', 'refund_unclear'];

/** Closes the cases for this refund, unless another refund of the payment still needs a manual action. */
async function closeManualCases(db: Db, refund: RefundRow, at: Date): Promise<void> {
  const rest = (await readRefunds(db, refund.order_id)).filter(isForHand);
  const reviews = (await readCasesOf(db, refund.order_id)).filter(
    ({ attempt_id, reason }) =>
      attempt_id === refund.attempt_id &&
      manualReasons.includes(reason) &&
      !rest.some((candidate) => candidate.attempt_id === attempt_id && reason === reasonOf[candidate.state]),
  );
  const ids = reviews.map(({ id }) => id);
  await closeCases(db, ids, { by: 'operator', note: 'refunded manually', at });
  await forgetReviewed(db, [refund.attempt_id]);
}

const reasonOf: Readonly<Record<string, string>> = {
  manual: 'refund_by_hand',
  failed: 'refund_failed',
  returned: 'refund_returned',
  requested: 'refund_unclear',
  sent: 'refund_unclear',
};
