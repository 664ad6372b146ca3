import type { Keeper } from '../accounts/accounts.ts';
import type { Db } from '../db.ts';
import { deletePendingBefore, readOrdersOf } from './store.ts';
import { orderOnWire } from './wire.ts';

/**
 * What orders know of a customer. Invoices are kept for as long as the law wants, without their customer; what was
 * never paid goes with the account.
 */
export const orderKeeper: Keeper = {
  name: 'orders',
  exportOf: async (db, { id }) =>
    (await readOrdersOf(db, id, { limit: 100_000, offset: 0 })).map(orderOnWire),
  erase: async () => {},
};

const hourMs = 60 * 60 * 1000;
/** Nobody comes back to a payment after a month. */
const attemptsStayMs = 30 * 24 * hourMs;

/** Forgets carts that were handed over to be paid, every hour. @param fail is told what went wrong. @returns ends it */
export function sweepAttemptsHourly(db: Db, now: () => Date, fail: (cause: unknown) => void): () => void {
  const sweep = () => deletePendingBefore(db, new Date(now().getTime() - attemptsStayMs));
  const timer = setInterval(() => void sweep().catch(fail), hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
