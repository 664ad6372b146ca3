import { Problem } from '@fynbos/core/problem.ts';
import { limitMailbox } from '../../orders/placement/order-limits.ts';
import {
  awaitsPayment,
  lockPayableOrder,
  payableOrders,
} from '../../orders/placement/payable-order-service.ts';
import { findNotMailedOnce, queueMail } from '../../platform/mail/mail-service.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import { type AttemptRow, readAttempts, readWaiting } from '../records/attempt-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import type { PaymentQueries } from './payment-query-service.ts';
import { returnUrlOf } from './provider-redirect-service.ts';

/** Most shoppers have paid by then; the others may have lost the page or the connection. */
const reminderDelayMs = 10 * 60_000;
/** Pause for an order whose mailbox has reached its mail limit, which also spares its provider. */
const pauseMs = 30 * 60_000;

/** State that a process carries from one run to the next. */
export interface Reminding {
  /** Orders whose mailbox has reached its limit, and the end of the pause. */
  pausedOrders: Map<number, number>;
  isOver: () => boolean;
}

/**
 * Mails shoppers who started a payment and did not finish, once per order, while it can still be paid. The
 * provider is queried first, so that a shopper who has paid gets no reminder.
 * @returns the number of reminders
 */
export async function remindShoppers(
  payments: PaymentContext,
  queries: PaymentQueries,
  { pausedOrders, isOver }: Reminding = { pausedOrders: new Map(), isOver: () => false },
): Promise<number> {
  const { db, now, log } = payments;
  for (const [id, pausedUntil] of pausedOrders) if (pausedUntil <= now().getTime()) pausedOrders.delete(id);
  const waiting = await readWaiting(db, payments.mode, new Date(now().getTime() - reminderDelayMs), now());
  const newest = new Map(waiting.map((attempt) => [attempt.order_id, attempt]));
  const orders = await payableOrders(db, [...newest.keys()]);
  const unreminded = await findNotMailedOnce(
    db,
    'paymentWaits',
    orders.filter(awaitsPayment).map(({ number }) => number),
  );
  const attemptOf = new Map(orders.map(({ id, number }) => [number, newest.get(id)]));
  let reminderCount = 0;
  for (const { number } of unreminded.filter(({ times }) => times === 0)) {
    if (isOver()) break;
    const attempt = attemptOf.get(number);
    if (!attempt || pausedOrders.has(attempt.order_id)) continue;
    try {
      if (await remind(payments, queries, attempt, pausedOrders)) reminderCount++;
    } catch (error) {
      log.warn({ err: error, order: number }, 'failed to remind a shopper');
    }
  }
  return reminderCount;
}

async function remind(
  payments: PaymentContext,
  queries: PaymentQueries,
  attempt: AttemptRow,
  pausedOrders: Reminding['pausedOrders'],
): Promise<boolean> {
  const result = await queries.query(attempt, 'poll');
  // Without a response the payment's status is unknown: the next run queries again.
  if (!result.hasResponse || result.state !== 'awaiting_shopper') return false;
  return payments.db
    .transaction()
    .execute((db) => write({ ...payments, db }, attempt))
    .catch((error: unknown) => {
      // The mailbox has reached its limit.
      if (!(error instanceof Problem && error.code === 'too_many_attempts')) throw error;
      pausedOrders.set(attempt.order_id, payments.now().getTime() + pauseMs);
      return false;
    });
}

async function write(payments: PaymentContext, attempt: AttemptRow): Promise<boolean> {
  const { db, limits } = payments;
  const { order_id } = attempt;
  const order = await lockPayableOrder(db, order_id);
  const [reminder] = await findNotMailedOnce(db, 'paymentWaits', [order.number]);
  if (!awaitsPayment(order) || reminder?.times !== 0) return false;
  // Do not ask for money again when some came in or a bank is still processing it.
  const attempts = await readAttempts(db, order_id);
  if (order.captured_cents > 0 || attempts.some(({ state }) => state === 'processing')) return false;
  await limitMailbox(limits.within(db), order.email);
  const { number, email: to, locale, billing_address } = order;
  const { firstname: firstName } = billing_address;
  const link = returnUrlOf(payments, order, attempt);
  await queueMail(db, { template: 'paymentWaits', to, locale, firstName, values: { number, link } });
  await notifyBrowsers(db, order, 'unpaid', link);
  return true;
}
