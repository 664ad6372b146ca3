import type { Keeper } from '../accounts/accounts.ts';
import type { Db } from '../db.ts';
import { forgetPerson, forgettableOrders, orderIdsOf, unpaidOf } from '../orders/keeping-service.ts';
import { retried } from '../orders/retried.ts';
import { emptyAttempts, readAttemptsOf } from './keeping-store.ts';

/** What payments know of a customer: who was asked for how much; cards and accounts are known to providers alone. */
export const paymentKeeper: Keeper = {
  name: 'payments',
  exportOf: async (db, { id }) => readAttemptsOf(db, await orderIdsOf(db, id)),
  async erase(db, { id }) {
    const ids = await unpaidOf(db, id);
    await forgetPerson(db, ids);
    await emptyAttempts(db, ids);
  },
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
      await forgetPerson(trx, ids);
      await emptyAttempts(trx, ids);
      return ids.length;
    });
  while ((await retried(forgetSome)) === atOnce);
}

/** Sweeps every hour. @param fail is told what went wrong; the next hour tries again. @returns ends it */
export function sweepUnpaidHourly(db: Db, now: () => Date, fail: (cause: unknown) => void): () => void {
  const timer = setInterval(() => void sweepUnpaid(db, now()).catch(fail), hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
