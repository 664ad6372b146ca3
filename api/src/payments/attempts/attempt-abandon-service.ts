import { Problem } from '@fynbos/core/problem.ts';
import {
  getPayableOrder,
  isPlaced,
  lockPayableOrder,
  type PayableOrder,
} from '../../orders/placement/payable-order-service.ts';
import { maxHoldMs, readLapsed, shortenHold } from '../../orders/placement/pending-order-service.ts';
import type { Orders } from '../../orders/records/order-context.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { type AttemptRow, readAttempts, readUndecided } from '../records/attempt-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import type { PaymentQueries } from './payment-query-service.ts';
import { endOrder, expireOtherMode, mayStillPay } from './unpaid-hold-service.ts';

/**
 * Ends these unpaid orders of a cart that is ordered a second time, so that shoppers do not block themselves.
 * Late money is refunded once the newer order is placed; before that it revives the older order.
 * @throws Problem order_paid, if one of them turns out to be paid
 */
export async function abandonOrders(
  payments: PaymentContext & { orders: Pick<Orders, 'carts'> },
  queries: PaymentQueries,
  orderIds: readonly number[],
): Promise<void> {
  const products: number[] = [];
  for (const id of orderIds) {
    const { order, returned } = await abandonOrder(payments, queries, id, 'ordered again');
    if (isPlaced(order)) throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    products.push(...returned);
  }
  // The new order may need the same stock, so this process refreshes its catalogue first.
  if (products.length > 0)
    await Promise.all(payments.orders.carts.views.all.map(({ catalogue }) => catalogue.refresh(products)));
}

/**
 * Ends an unpaid order. Each provider is queried, and nothing is captured (ADR-015); if nothing was paid, the
 * stock is returned. A payment in progress holds its stock.
 * @returns the order before its end, and the products whose stock was returned
 */
async function abandonOrder(
  payments: PaymentContext,
  queries: PaymentQueries,
  id: number,
  note: string,
): Promise<{ order: PayableOrder; returned: number[] }> {
  const attempts = await readAttempts(payments.db, id);
  const queried = await Promise.all(
    attempts
      .filter((attempt) => mayStillPay(attempt, payments.mode))
      .map((attempt) => queries.query(attempt, 'return', {}, { captures: false })),
  );
  const unpaid = new Set(
    queried
      .filter((attempt) => attempt.hasResponse && attempt.state === 'awaiting_shopper')
      .map((attempt) => attempt.id),
  );
  const order = await getPayableOrder(payments.db, id);
  const mayEnd = (attempt: AttemptRow) => !mayStillPay(attempt, payments.mode) || unpaid.has(attempt.id);
  return { order, returned: (await endIfOver(payments, id, note, mayEnd)) ?? [] };
}

/**
 * Ends the unpaid order of a shopper who does not want it any more.
 * @throws Problem payment_unavailable, while its provider does not tell whether it was paid
 */
export async function cancelUnpaid(
  payments: PaymentContext,
  queries: PaymentQueries,
  { id, state }: PayableOrder,
): Promise<void> {
  if (state !== 'pending_payment' && state !== 'expired') return;
  await abandonOrder(payments, queries, id, 'canceled by the shopper');
  const order = await getPayableOrder(payments.db, id);
  if (order.state !== 'pending_payment' || order.captured_cents > 0) return;
  const attempts = await readAttempts(payments.db, id);
  if (!attempts.some((attempt) => attempt.state === 'processing')) throw new Problem('payment_unavailable');
}

/**
 * Ends orders whose stock hold has expired, unless a provider may still decide. After the longest hold only
 * a payment in progress keeps the stock. Orders with a decision pending for days do not delay the others.
 * @returns the number of ended orders
 */
export async function endLapsed(payments: PaymentContext, atOnce = 50): Promise<number> {
  const { db, mode, now } = payments;
  let ended = 0;
  let lapsed = await readLapsed(db, now(), 0, atOnce);
  while (lapsed.length > 0) {
    const undecided = await readUndecided(
      db,
      mode,
      lapsed.map(({ id }) => id),
    );
    for (const { id, placed_at } of lapsed) {
      const isProcessing = undecided.get(id);
      const isAtMax = now().getTime() >= placed_at.getTime() + maxHoldMs;
      if (isProcessing || (isProcessing === false && !isAtMax)) continue;
      const mayEnd = (attempt: AttemptRow) =>
        !mayStillPay(attempt, mode) || (isAtMax && attempt.state !== 'processing');
      if (await endIfOver(payments, id, '', mayEnd)) ended++;
    }
    // The loop runs only while `lapsed` has an entry.
    lapsed = await readLapsed(db, now(), lapsed.at(-1)!.id, atOnce);
  }
  return ended;
}

/**
 * Ends an order that can no longer be paid, and returns its stock.
 * @param mayEnd whether an attempt of the order does not prevent it
 * @returns the products whose stock was returned; undefined if the order did not end
 */
async function endIfOver(
  { db, mode, now }: PaymentContext,
  id: number,
  note: string,
  mayEnd: (attempt: AttemptRow) => boolean,
): Promise<number[] | undefined> {
  const ended = await retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const order = await lockPayableOrder(trx, id);
      // Its stock is returned already: it cannot await its payment again.
      if (order.state === 'expired') await shortenHold(trx, id, now());
      if (order.state !== 'pending_payment') return undefined;
      const attempts = await readAttempts(trx, id);
      if (!attempts.every(mayEnd)) return undefined;
      // An operator decides about a partial payment.
      if (order.captured_cents > order.refunded_cents) return undefined;
      const products = await endOrder({ db: trx, mode }, order, attempts, { note, at: now(), isFinal: true });
      return { order, products };
    }),
  );
  if (ended) publishOrder('expired', ended.order);
  return ended?.products;
}

/**
 * Ends the open payments of an order in the other mode, and the order unless it can still be paid in this
 * mode.
 * @returns whether the order ended and its stock was returned
 */
export async function endOtherMode(payments: PaymentContext, orderId: number): Promise<boolean> {
  const { db, mode, now } = payments;
  await retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      await lockPayableOrder(trx, orderId);
      await expireOtherMode({ db: trx, mode }, await readAttempts(trx, orderId), now());
    }),
  );
  const mayEnd = (attempt: AttemptRow) => !mayStillPay(attempt, mode);
  return (await endIfOver(payments, orderId, `payments are ${mode}`, mayEnd)) !== undefined;
}
