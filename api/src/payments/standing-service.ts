import type { Db } from '../db.ts';
import { countOpenReviews, countRefunds, countToAsk, type Standing } from './standing-store.ts';

/** What waits in payments: to be asked for, to be sent back, and for people. */
export async function paymentStanding(
  db: Db,
  now: Date,
): Promise<Record<'payments' | 'refunds' | 'payment_reviews', Standing>> {
  const [payments, refunds, payment_reviews] = await Promise.all([
    countToAsk(db, now),
    countRefunds(db, now),
    countOpenReviews(db, now),
  ]);
  return { payments, refunds, payment_reviews };
}
