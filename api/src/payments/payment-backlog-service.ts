import type { Db } from '../db.ts';
import {
  countOpenReviews,
  countRefunds,
  countUndecidedPayments,
  type PaymentBacklog,
} from './payment-backlog-store.ts';

/** Returns the backlog of payments: to query, to refund, and for operators. */
export async function readPaymentBacklog(
  db: Db,
  now: Date,
): Promise<Record<'payments' | 'refunds' | 'payment_reviews', PaymentBacklog>> {
  const [payments, refunds, payment_reviews] = await Promise.all([
    countUndecidedPayments(db, now),
    countRefunds(db, now),
    countOpenReviews(db, now),
  ]);
  return { payments, refunds, payment_reviews };
}
