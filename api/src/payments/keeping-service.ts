import type { Keeper } from '../accounts/accounts.ts';
import type { Db } from '../db.ts';
import { forgetPerson, forgettableOrders, forgottenOf, orderIdsOf } from '../orders/keeping-service.ts';
import { retried } from '../orders/retried.ts';
import { emptyAttempts, readAttemptsOf } from './keeping-store.ts';

/**
 * What payments know of a customer: who was asked for how much; cards and accounts are known to providers alone. What
 * they know of an order goes with the person in it, so orders come first.
 */
export const paymentKeeper: Keeper = {
  name: 'payments',
  exportOf: async (db, { id }) => readAttemptsOf(db, await orderIdsOf(db, id)),
  erase: async (db, { id }) => emptyAttempts(db, await forgottenOf(db, id)),
};

const hourMs = 60 * 60 * 1000;
/** So long money may still come late, and somebody may ask what became of their order. */
const unpaidStayMs = 30 * 24 * hourMs;
const atOnce = 200;

/** Forgets whose the orders were that nobody paid, and what their payments were to be. */
export async function sweepUnpaid(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unpaidStayMs);
  const forgetSome = () =>
    db.transaction().execute(async (trx) => {
      const ids = await forgettableOrders(trx, before, atOnce);
      await emptyAttempts(trx, await forgetPerson(trx, ids));
      return ids.length;
    });
  while ((await retried(forgetSome)) === atOnce);
}
