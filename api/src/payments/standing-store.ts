import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** How much waits, and for how many seconds the oldest of it does. */
export interface Standing {
  waiting: number;
  oldest: number;
}

const seconds = (now: Date, since: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${since}), 0))::float8`;

/** Payments that are asked for still; the oldest by how long it is overdue. */
export async function countToAsk(db: Db, now: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`select count(*) as waiting,
    ${seconds(now, sql`min(next_poll_at)`)} as oldest from payment_attempt where next_poll_at is not null`.execute(
    db,
  );
  return rows[0]!;
}

/** Refunds that no provider has taken yet. */
export async function countRefunds(db: Db, now: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`select count(*) as waiting,
    ${seconds(now, sql`min(created_at)`)} as oldest from refund
    where next_poll_at is not null and state = 'requested'`.execute(db);
  return rows[0]!;
}

/** What people have to look at. */
export async function countOpenReviews(db: Db, now: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`select count(*) as waiting,
    ${seconds(now, sql`min(opened_at)`)} as oldest from payment_review where closed_at is null`.execute(db);
  return rows[0]!;
}
