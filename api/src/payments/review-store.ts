import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { PaymentTables } from './tables.ts';

export type ReviewRow = Selectable<PaymentTables['payment_review']>;

/** What people have to look at, oldest first. */
export function readOpenReviews(db: Db): Promise<ReviewRow[]> {
  return db.selectFrom('payment_review').selectAll().where('closed_at', 'is', null).orderBy('id').execute();
}

/** The reviews of an order, open or not. */
export function readReviewsOf(db: Db, orderId: number): Promise<ReviewRow[]> {
  return db.selectFrom('payment_review').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

export function findReview(db: Db, id: number): Promise<ReviewRow | undefined> {
  return db.selectFrom('payment_review').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Closes what is open of these. @returns how many were */
export async function closeReviews(
  db: Db,
  ids: readonly number[],
  said: { by: string; note: string; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_review')
    .set({ closed_at: said.at, closed_by: said.by, note: said.note })
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Attempts nobody has to look at any more say so. */
export async function forgetReviewed(db: Db, attemptIds: readonly number[]): Promise<void> {
  await sql`update payment_attempt set review = false where id = any(${attemptIds}::bigint[]) and not exists (
    select from payment_review where attempt_id = payment_attempt.id and closed_at is null)`.execute(db);
}

/** What a person is asked about a movement of a provider's books. */
export interface Finding {
  attempt_id: number | null;
  order_id: number | null;
  reason: string;
  /** `provider` and `transactionId` say which movement it is. */
  details: { provider: string; transactionId: string; [more: string]: unknown };
  opened_at: Date;
}

/** Asks a person about a movement, once, however often it is found; what was closed stays closed. @returns whether it is new */
export async function insertFinding(db: Db, finding: Finding): Promise<boolean> {
  const { attempt_id, order_id, reason, details, opened_at } = finding;
  const { rows } = await sql`insert into payment_review (attempt_id, order_id, reason, details, opened_at)
    select ${attempt_id}::bigint, ${order_id}::bigint, ${reason}::text, ${JSON.stringify(details)}::jsonb, ${opened_at}::timestamptz
    where not exists (select from payment_review where reason = ${reason}::text
      and details->>'provider' = ${details.provider} and details->>'transactionId' = ${details.transactionId})
    on conflict (attempt_id, reason) where closed_at is null do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** The open questions about a movement. */
export async function readFindings(
  db: Db,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from payment_review where closed_at is null
    and details->>'provider' = ${provider} and details->>'transactionId' = ${transactionId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes a piece of work for one process, or keeps it, until the date. @returns whether nobody else has it */
export async function takeLease(
  db: Db,
  name: string,
  holder: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`insert into payment_lease as lease (name, holder, expires_at)
    values (${name}, ${holder}, ${until}) on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where lease.holder = excluded.holder or lease.expires_at <= ${now} returning name`.execute(db);
  return rows.length > 0;
}

export async function endLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('payment_lease').where('name', '=', name).where('holder', '=', holder).execute();
}
