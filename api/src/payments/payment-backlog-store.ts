import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Number of waiting items, and the age of the oldest in seconds. */
export interface PaymentBacklog {
  waiting: number;
  oldest: number;
}

const seconds = (now: Date, since: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${since}), 0))::float8`;

/** Counts payments that still need queries; the age is the time overdue. */
export async function countUndecidedPayments(db: Db, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(next_poll_at)`)} as oldest from payment_attempt where next_poll_at is not null`.execute(
    db,
  );
  return rows[0]!;
}

/** Counts refunds that no provider has accepted yet. */
export async function countRefunds(db: Db, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(created_at)`)} as oldest from refund
    where next_poll_at is not null and state = 'requested'`.execute(db);
  return rows[0]!;
}

/** Counts the open cases for operators. */
export async function countOpenReviews(db: Db, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(opened_at)`)} as oldest from payment_review where closed_at is null`.execute(db);
  return rows[0]!;
}
