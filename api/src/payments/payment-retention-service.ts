import type { PersonalDataSource } from '../accounts/customers/account-context.ts';
import type { Db } from '../db.ts';
import {
  forgetPerson,
  forgettableOrders,
  forgottenOf,
  orderIdsOf,
} from '../orders/records/order-retention-service.ts';
import { retryTransaction } from '../platform/database/transaction-retry.ts';
import { readPaymentAttempts, redactPaymentAttempts } from './payment-retention-store.ts';

/**
 * The retention of payment data of a customer: amounts and providers; only providers know cards and
 * accounts. Payment data is erased with the person in the order, so orders come first.
 */
export const paymentRetention: PersonalDataSource = {
  name: 'payments',
  exportOf: async (db, { id }) => readPaymentAttempts(db, await orderIdsOf(db, id)),
  erase: async (db, { id }) => redactPaymentAttempts(db, await forgottenOf(db, id)),
};

const hourMs = 60 * 60 * 1000;
/** Time in which late money may arrive, or the shopper may ask about the order. */
const unpaidRetentionMs = 30 * 24 * hourMs;
const atOnce = 200;

/** Erases the personal data of unpaid orders, and the details of their payments. */
export async function sweepUnpaid(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unpaidRetentionMs);
  const forgetSome = () =>
    db.transaction().execute(async (trx) => {
      const ids = await forgettableOrders(trx, before, atOnce);
      await redactPaymentAttempts(trx, await forgetPerson(trx, ids));
      return ids.length;
    });
  while ((await retryTransaction(forgetSome)) === atOnce);
}
