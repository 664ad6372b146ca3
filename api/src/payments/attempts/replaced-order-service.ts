import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { type HeldOrder, holdPending } from '../../orders/placement/payable-order-service.ts';
import { holdUntil } from '../../orders/placement/pending-order-service.ts';
import { insertReview, readAttempts } from '../records/attempt-store.ts';
import { readCapturedIn } from '../records/other-mode-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { refundWithin, reservedOf } from '../refunds/refund-service.ts';
import { endOrder } from './unpaid-hold-service.ts';

/**
 * Ends the waiting orders of a cart within the transaction that places another order of it (ADR-034). Money that
 * came in for them is refunded. Their open attempts are still queried, because no provider ends a session on
 * request: later money is refunded too.
 * @returns the orders that ended
 */
export async function endWaiting(
  payments: PaymentContext,
  orderIds: readonly number[],
): Promise<HeldOrder[]> {
  const { db, mode, now } = payments;
  const ended: HeldOrder[] = [];
  for (const id of orderIds) {
    const order = await holdPending(db, id);
    if (order.state === 'pending_payment') {
      const attempts = await readAttempts(db, id);
      const note = 'the cart was ordered with another order';
      await endOrder({ db, mode }, order, attempts, { note, at: now(), isFinal: true });
      if (order.captured_cents > order.refunded_cents) await refundAll(payments, order);
      ended.push(order);
    } else await holdUntil(db, id, now());
  }
  return ended;
}

/** Refunds what came in for an order. An operator decides about money of the other mode, and about cents too few to refund. */
async function refundAll(payments: PaymentContext, { id, captured_cents }: HeldOrder): Promise<void> {
  const { db, mode, now } = payments;
  const captured = await readCapturedIn(db, id, mode);
  if (captured - (await reservedOf(db, id)) <= 0) return;
  const isRefunded =
    captured === captured_cents &&
    (await refundWithin(payments, id, { value: undefined, reason: 'late_payment', by: 'payments' }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem) return false;
        throw error;
      },
    ));
  const paid = (await readAttempts(db, id)).find(({ state }) => attemptStates[state].status === 'paid');
  await insertReview(db, {
    ...{ attempt_id: paid?.id ?? null, order_id: id, opened_at: now() },
    ...{ reason: isRefunded ? 'late_payment' : 'refund_by_hand', details: { cents: captured } },
  });
}
