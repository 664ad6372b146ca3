import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import type { AttemptRow } from './records/attempt-store.ts';

/** Number of waiting items, and the age of the oldest in seconds. */
export interface PaymentBacklog {
  waiting: number;
  oldest: number;
}

type Mode = AttemptRow['mode'];

const seconds = (now: Date, since: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${since}), 0))::float8`;

/** Counts payments of this mode that still need queries; the age is the time overdue. */
export async function countUndecidedPayments(db: Db, mode: Mode, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(next_poll_at)`)} as oldest from payment_attempt
    where next_poll_at is not null and mode = ${mode}`.execute(db);
  return onlyRow(rows);
}

/** Counts refunds of this mode that no provider has accepted yet. */
export async function countRefunds(db: Db, mode: Mode, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(refund.created_at)`)} as oldest from refund
    join payment_attempt on payment_attempt.id = attempt_id
    where refund.next_poll_at is not null and refund.state = 'requested' and mode = ${mode}`.execute(db);
  return onlyRow(rows);
}

/** Counts the open cases about disputes, which have a deadline at the provider. */
export async function countOpenDisputes(db: Db, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(opened_at)`)} as oldest from payment_review
    where closed_at is null and reason = 'dispute'`.execute(db);
  return onlyRow(rows);
}

/** Counts the open cases for operators. */
export async function countOpenPaymentCases(db: Db, now: Date): Promise<PaymentBacklog> {
  const { rows } = await sql<PaymentBacklog>`select count(*) as waiting,
    ${seconds(now, sql`min(opened_at)`)} as oldest from payment_review where closed_at is null`.execute(db);
  return onlyRow(rows);
}
