import { Problem } from '@fynbos/core/problem.ts';
import { notToldOnce, queueMail } from '../mail/service.ts';
import { limitMailbox } from '../orders/order-limits.ts';
import { holdPending, payableOrders } from '../orders/pending-service.ts';
import { tellBrowsers } from '../push/tell.ts';
import type { Asking } from './ask-service.ts';
import { returnUrlOf } from './hand-off-service.ts';
import type { Till } from './payments.ts';
import { type AttemptRow, readAttempts, readWaiting } from './store.ts';

/** Most have paid by then; who has not may have lost their way, or the line. */
const patienceMs = 10 * 60_000;
/** When a mailbox has enough, its order is left alone for so long, and its provider is. */
const restMs = 30 * 60_000;

/** What a process remembers from one round to the next. */
export interface Reminding {
  /** Orders whose mailbox has enough, and until when. */
  resting: Map<number, number>;
  isOver: () => boolean;
}

/**
 * Writes to shoppers who went to pay and did not finish, once for an order, while it can still be paid. The provider is
 * asked first: who has paid already is not told to pay.
 *
 * @returns how many were written to
 */
export async function remindShoppers(
  payments: Till,
  asking: Asking,
  { resting, isOver }: Reminding = { resting: new Map(), isOver: () => false },
): Promise<number> {
  const { db, now, log } = payments;
  for (const [id, until] of resting) if (until <= now().getTime()) resting.delete(id);
  const waiting = await readWaiting(db, payments.mode, new Date(now().getTime() - patienceMs), now());
  const newest = new Map(waiting.map((attempt) => [attempt.order_id, attempt]));
  const orders = await payableOrders(db, [...newest.keys()]);
  const untold = await notToldOnce(
    db,
    'paymentWaits',
    orders.filter(({ state }) => state === 'pending_payment').map(({ number }) => number),
  );
  let told = 0;
  for (const { number } of untold.filter(({ times }) => times === 0)) {
    const { id } = orders.find((order) => order.number === number)!;
    if (isOver()) break;
    if (resting.has(id)) continue;
    try {
      if (await remind(payments, asking, newest.get(id)!, resting)) told++;
    } catch (error) {
      log.warn({ err: error, order: number }, 'a shopper could not be reminded');
    }
  }
  return told;
}

async function remind(
  payments: Till,
  asking: Asking,
  attempt: AttemptRow,
  resting: Reminding['resting'],
): Promise<boolean> {
  const asked = await asking.ask(attempt, 'poll');
  // Without an answer nobody knows whether it is paid: the next round asks again.
  if (!asked.isAnswered || asked.state !== 'awaiting_shopper') return false;
  return payments.db
    .transaction()
    .execute((db) => write({ ...payments, db }, attempt))
    .catch((error: unknown) => {
      // This mailbox has enough for now.
      if (!(error instanceof Problem && error.code === 'too_many_attempts')) throw error;
      resting.set(attempt.order_id, payments.now().getTime() + restMs);
      return false;
    });
}

async function write(payments: Till, attempt: AttemptRow): Promise<boolean> {
  const { db, limits } = payments;
  const { order_id } = attempt;
  const order = (await holdPending(db, order_id))!;
  const [told] = await notToldOnce(db, 'paymentWaits', [order.number]);
  if (order.state !== 'pending_payment' || told?.times !== 0) return false;
  // Money that came in, or that a bank thinks about, must not be paid once more.
  const attempts = await readAttempts(db, order_id);
  if (order.captured_cents > 0 || attempts.some(({ state }) => state === 'processing')) return false;
  if (order.customer_id === null) await limitMailbox(limits.within(db), order.email);
  const { number, email: to, locale } = order;
  const link = returnUrlOf(payments, order, attempt);
  await queueMail(db, { template: 'paymentWaits', to, locale, values: { number, link } });
  await tellBrowsers(db, order, 'unpaid', link);
  return true;
}
