import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import {
  endUnpaid,
  findPayableOrder,
  holdPending,
  lapsedOrders,
  pendingOfCart,
} from '../../orders/placement/pending-order-service.ts';
import type { OrderedCart } from '../../orders/records/order-context.ts';
import { retried } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import {
  type AttemptRow,
  lockAttempt,
  readAttempts,
  readUndecided,
  updateAttempt,
} from '../records/attempt-store.ts';
import type { PaymentContext, PaymentSetup } from '../records/payment-context.ts';
import type { PaymentQueries } from './payment-query-service.ts';

/** The shopper was never redirected with this attempt, so it cannot be paid. */
const isUnsent = ({ state, provider_id }: AttemptRow): boolean =>
  state === 'created' || (state === 'initiating' && provider_id === null);

const mayStillPay = (attempt: AttemptRow): boolean => attemptStates[attempt.state].open && !isUnsent(attempt);

/**
 * Ends the unpaid orders of a cart that is ordered a second time, so that shoppers do not block themselves.
 * Each provider is queried; if nothing was paid, the stock is returned. A payment in progress holds its
 * stock. Late money is refunded once the newer order is placed; before that it revives the older order.
 * @throws Problem order_paid, if one of them turns out to be paid
 */
export async function abandonCart(
  payments: PaymentSetup,
  queries: PaymentQueries,
  cart: OrderedCart,
): Promise<void> {
  const products: number[] = [];
  for (const id of await pendingOfCart(payments.db, cart)) {
    const attempts = await readAttempts(payments.db, id);
    const queried = await Promise.all(
      attempts.filter(mayStillPay).map((attempt) => queries.query(attempt, 'return')),
    );
    const unpaid = queried.filter((attempt) => attempt.hasResponse && attempt.state === 'awaiting_shopper');
    const order = await findPayableOrder(payments.db, id);
    const isPlaced = order && order.state !== 'pending_payment' && order.captured_cents > 0;
    if (isPlaced) throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    const over = await endIfOver(payments, id, 'ordered anew', new Set(unpaid.map((attempt) => attempt.id)));
    products.push(...(over ?? []));
  }
  // The new order may need the same stock, so this process refreshes its catalogue first.
  if (products.length > 0)
    await Promise.all(payments.orders.carts.views.all.map(({ catalogue }) => catalogue.refresh(products)));
}

/**
 * Ends orders whose stock hold has expired, unless a provider may still decide. Orders with a decision
 * pending for days do not delay the others.
 * @returns the number of ended orders
 */
export async function endLapsed(payments: PaymentContext, atOnce = 50): Promise<number> {
  const { db, now } = payments;
  let ended = 0;
  let lapsed = await lapsedOrders(db, now(), 0, atOnce);
  while (lapsed.length > 0) {
    const undecided = await readUndecided(db, lapsed);
    for (const id of lapsed.filter((orderId) => !undecided.has(orderId)))
      if (await endIfOver(payments, id, '')) ended++;
    lapsed = await lapsedOrders(db, now(), lapsed.at(-1)!, atOnce);
  }
  return ended;
}

/**
 * Ends an order that can no longer be paid, and returns its stock.
 * @param unpaid attempts whose provider just confirmed that nothing was paid
 * @returns the products whose stock was returned; undefined if the order did not end
 */
async function endIfOver(
  { db, now }: PaymentContext,
  id: number,
  note: string,
  unpaid: ReadonlySet<number> = new Set(),
): Promise<number[] | undefined> {
  const ended = await retried(() =>
    db.transaction().execute(async (trx) => {
      const order = await holdPending(trx, id);
      if (order?.state !== 'pending_payment') return undefined;
      const attempts = await readAttempts(trx, id);
      if (attempts.some((attempt) => mayStillPay(attempt) && !unpaid.has(attempt.id))) return undefined;
      // An operator decides about a partial payment.
      if (order.captured_cents > order.refunded_cents) return undefined;
      const at = now();
      for (const { id: unsent } of attempts.filter(isUnsent)) {
        await lockAttempt(trx, unsent);
        await updateAttempt(trx, unsent, { state: 'expired', next_poll_at: null }, at);
      }
      return { order, products: await endUnpaid(trx, order, { note, by: 'payments', at }) };
    }),
  );
  if (ended) publishOrder('expired', ended.order);
  return ended?.products;
}
