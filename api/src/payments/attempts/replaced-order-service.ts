import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { placePaid, shortenHold } from '../../orders/placement/pending-order-service.ts';
import type { Orders } from '../../orders/records/order-context.ts';
import { readAttempts } from '../records/attempt-store.ts';
import { readCapturedIn } from '../records/other-mode-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { refundWithin, reservedOf } from '../refunds/refund-service.ts';
import { endOrder, expireUnsent } from './unpaid-hold-service.ts';

/**
 * Places a paid order within the caller's transaction, which has locked it. The other orders of its cart end, and
 * so do its attempts that were never sent, because an order on its way needs no further payment.
 * @param by `operator`, if an operator accepted the payment
 * @returns the orders that ended; undefined if the order cannot be placed, and nothing changed
 */
export async function placeAndEndOtherOrders(
  payments: PaymentContext,
  order: PayableOrder,
  by: 'payment' | 'operator',
): Promise<PayableOrder[] | undefined> {
  const { db } = payments;
  const at = payments.now();
  const ended: PayableOrder[] = [];
  const endOthers: Orders['endWaiting'] = async (trx, ids) => {
    ended.push(...(await endWaitingOrders({ ...payments, db: trx }, ids)));
    return ended;
  };
  if (!(await placePaid(payments.orders, db, order, { at, by, endWaiting: endOthers }))) return undefined;
  await expireUnsent(db, await readAttempts(db, order.id), at);
  return ended;
}

/**
 * Ends the unplaced orders of a cart within the transaction that places another order of it (ADR-034). Money that
 * came in for them is refunded, also for those that ended before. Their open attempts are still queried, because no
 * provider ends a session on request: later money is refunded too.
 * @returns the orders that ended now
 */
export async function endWaitingOrders(
  payments: PaymentContext,
  orderIds: readonly number[],
): Promise<PayableOrder[]> {
  const { db, mode, now } = payments;
  const ended: PayableOrder[] = [];
  for (const id of orderIds) {
    const order = await lockPayableOrder(db, id);
    if (order.state === 'pending_payment') {
      const attempts = await readAttempts(db, id);
      const note = 'the cart was ordered with another order';
      await endOrder({ db, mode }, order, attempts, { note, at: now(), isFinal: true });
      ended.push(order);
    } else await shortenHold(db, id, now());
    // An order that was replaced before was refunded then, as far as that is possible.
    if (order.orderedWith === undefined) await refundAll(payments, order);
  }
  return ended;
}

/** Refunds what came in for an order. An operator decides about money of the other mode, and about cents too few to refund. */
async function refundAll(payments: PaymentContext, { id, captured_cents }: PayableOrder): Promise<void> {
  const { db, mode, now } = payments;
  if (captured_cents === 0) return;
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
  await insertCase(db, {
    ...{ attempt_id: paid?.id ?? null, order_id: id, opened_at: now() },
    ...{ reason: isRefunded ? 'late_payment' : 'refund_by_hand', details: { cents: captured } },
  });
}
