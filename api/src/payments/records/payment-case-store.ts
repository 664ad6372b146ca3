import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { PaymentTables } from '../../schema/payment-tables.ts';

export type PaymentCaseRow = Selectable<PaymentTables['payment_review']>;

/** Opens a case for an operator; an open one is not opened twice. */
export async function insertCase(
  db: Db,
  opened: {
    attempt_id: number | null;
    order_id: number | null;
    reason: string;
    details: unknown;
    opened_at: Date;
  },
): Promise<void> {
  await db
    .insertInto('payment_review')
    .values({ ...opened, details: JSON.stringify(opened.details) })
    .onConflict((conflict) =>
      conflict.columns(['attempt_id', 'reason']).where('closed_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Returns the open payment cases, oldest first. */
export function readOpenCases(db: Db): Promise<PaymentCaseRow[]> {
  return db.selectFrom('payment_review').selectAll().where('closed_at', 'is', null).orderBy('id').execute();
}

/** Returns the cases of an order, open or closed. */
export function readCasesOf(db: Db, orderId: number): Promise<PaymentCaseRow[]> {
  return db.selectFrom('payment_review').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

export function findCase(db: Db, id: number): Promise<PaymentCaseRow | undefined> {
  return db.selectFrom('payment_review').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds these details to a case, or replaces those of the same name. */
export async function updateCase(db: Db, id: number, details: object): Promise<void> {
  await sql`update payment_review set details = details || ${JSON.stringify(details)}::jsonb
    where id = ${id}`.execute(db);
}

/**
 * Closes the open cases among these.
 * @returns the number closed
 */
export async function closeCases(
  db: Db,
  ids: readonly number[],
  closing: { by: string; note: string; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_review')
    .set({ closed_at: closing.at, closed_by: closing.by, note: closing.note })
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Clears the review flag of attempts that have no open case left. */
export async function forgetReviewed(db: Db, attemptIds: readonly number[]): Promise<void> {
  await sql`update payment_attempt set review = false where id = any(${attemptIds}::bigint[]) and not exists (
    select from payment_review where attempt_id = payment_attempt.id and closed_at is null)`.execute(db);
}

/** A case about a movement in a provider's ledger. */
export interface Finding {
  attempt_id: number | null;
  order_id: number | null;
  reason: string;
  /** `provider` and `transactionId` identify the movement. */
  details: { provider: string; transactionId: string; [more: string]: unknown };
  opened_at: Date;
}

/**
 * Opens a case about a movement once, however often it is found; a closed case stays closed.
 * @returns whether it is new
 */
export async function insertFinding(db: Db, finding: Finding): Promise<boolean> {
  const { attempt_id, order_id, reason, details, opened_at } = finding;
  const { rows } = await sql`insert into payment_review (attempt_id, order_id, reason, details, opened_at)
    select ${attempt_id}::bigint, ${order_id}::bigint, ${reason}::text, ${JSON.stringify(details)}::jsonb, ${opened_at}::timestamptz
    where not exists (select from payment_review where reason = ${reason}::text
      and details->>'provider' = ${details.provider} and details->>'transactionId' = ${details.transactionId})
    on conflict (attempt_id, reason) where closed_at is null do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Returns the open cases about a movement. */
export async function readFindings(
  db: Db,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from payment_review where closed_at is null
    and details->>'provider' = ${provider} and details->>'transactionId' = ${transactionId}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Acquires or renews a lease on a job for one process.
 * @returns whether this process holds it
 */
export async function acquireLease(
  db: Db,
  name: string,
  { holder, now, expiresAt }: { holder: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into payment_lease as lease (name, holder, expires_at)
    values (${name}, ${holder}, ${expiresAt}) on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where lease.holder = excluded.holder or lease.expires_at <= ${now} returning name`.execute(db);
  return rows.length > 0;
}

export async function endLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('payment_lease').where('name', '=', name).where('holder', '=', holder).execute();
}
