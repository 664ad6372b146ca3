import type { Db } from '../db.ts';
import {
  countOpenDisputes,
  countOpenPaymentCases,
  countRefunds,
  countUndecidedPayments,
  type PaymentBacklog,
} from './payment-backlog-store.ts';
import type { PaymentContext } from './records/payment-context.ts';

/** Returns the backlog of payments: to query, to refund, and for operators; only payments and refunds of this mode count. */
export async function readPaymentBacklog(
  db: Db,
  mode: PaymentContext['mode'],
  now: Date,
): Promise<Record<'payments' | 'refunds' | 'payment_reviews' | 'payment_disputes', PaymentBacklog>> {
  const [payments, refunds, payment_reviews, payment_disputes] = await Promise.all([
    countUndecidedPayments(db, mode, now),
    countRefunds(db, mode, now),
    countOpenPaymentCases(db, now),
    countOpenDisputes(db, now),
  ]);
  return { payments, refunds, payment_reviews, payment_disputes };
}
