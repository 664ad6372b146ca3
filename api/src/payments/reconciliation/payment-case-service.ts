import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { placeAndEndOtherOrders } from '../attempts/replaced-order-service.ts';
import { lockAttempt, updateAttempt } from '../records/attempt-store.ts';
import { readCapturedIn } from '../records/other-mode-store.ts';
import {
  closeCases,
  findCase,
  forgetReviewed,
  type PaymentCaseRow,
  readCasesOf,
} from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { reservedOf } from '../refunds/refund-service.ts';

/** Returns the open payment cases, oldest first. */
export { readOpenCases } from '../records/payment-case-store.ts';

/**
 * Closes a case that an operator has examined.
 * @returns undefined when it does not exist or was closed before
 */
export function closeReview(
  payments: PaymentContext,
  id: number,
  note: string,
): Promise<PaymentCaseRow | undefined> {
  return payments.db.transaction().execute(async (db) => {
    const review = await findCase(db, id);
    return review && (await close({ ...payments, db }, [review], note)) > 0 ? review : undefined;
  });
}

/** Closing these cases declares the payment abandoned: its goods may be released. */
const waited = ['undecided', 'unanswered'];

async function close(
  { db, now }: PaymentContext,
  reviews: readonly PaymentCaseRow[],
  note: string,
): Promise<number> {
  for (const { attempt_id, order_id, reason } of reviews) {
    if (!waited.includes(reason) || attempt_id === null || order_id === null) continue;
    await lockPayableOrder(db, order_id);
    const { state } = await lockAttempt(db, attempt_id);
    if (attemptStates[state].open)
      await updateAttempt(db, attempt_id, { state: 'expired', next_poll_at: null }, now());
  }
  const ids = reviews.map(({ id }) => id);
  const closed = await closeCases(db, ids, { by: 'operator', note, at: now() });
  await forgetReviewed(
    db,
    reviews.flatMap(({ attempt_id }) => attempt_id ?? []),
  );
  return closed;
}

/** Cases that accepting the order settles. */
const settled = ['underpaid', 'provider_review'];

/**
 * Places an order that the rules left to an operator: the provider reviews its payment, or the amount paid
 * is too low.
 * @returns the order before the change
 * @throws UserFacingError with the reason when it cannot be placed; nothing is changed
 */
export function acceptPayment(payments: PaymentContext, orderId: number): Promise<PayableOrder> {
  return payments.db.transaction().execute(async (db) => {
    const order = await lockPayableOrder(db, orderId);
    const refuse = (why: string) =>
      new UserFacingError(`The order ${order.number} cannot be placed: ${why}. Nothing was changed.`);
    if (order.state !== 'pending_payment' && order.state !== 'expired')
      throw refuse(`it is already ${order.state}`);
    const captured = await readCapturedIn(db, order.id, payments.mode);
    if (captured < order.captured_cents) throw refuse(`it was paid in the other mode than ${payments.mode}`);
    if (captured - (await reservedOf(db, order.id)) <= 0) throw refuse('nothing was paid for it');
    if (order.orderedWith !== undefined)
      throw refuse(
        `its cart was ordered with ${order.orderedWith} instead; payments refund gives the money back`,
      );
    if (!(await placeAndEndOtherOrders({ ...payments, db }, order, 'operator')))
      throw refuse('its goods or its coupon are no longer available; payments refund gives the money back');
    const reviews = (await readCasesOf(db, order.id)).filter(({ reason }) => settled.includes(reason));
    await close({ ...payments, db }, reviews, 'accepted');
    return order;
  });
}
