import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { PaymentTables } from '../../schema/payment-tables.ts';

export type AttemptRow = Selectable<PaymentTables['payment_attempt']>;
type NewAttempt = Pick<
  AttemptRow,
  | 'reference'
  | 'order_id'
  | 'provider'
  | 'mode'
  | 'amount_cents'
  | 'currency'
  | 'charge_cents'
  | 'charge_currency'
  | 'short_reference'
  | 'totals'
  | 'created_at'
>;

/** Inserts a new attempt; the provider has not been contacted yet. */
export function insertAttempt(db: Db, { totals, ...attempt }: NewAttempt): Promise<AttemptRow> {
  return db
    .insertInto('payment_attempt')
    .values({
      ...attempt,
      totals: JSON.stringify(totals),
      state: 'created',
      updated_at: attempt.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Columns by name, since a prepared statement must survive a migration that adds a column. */
const everyColumn = {
  ...{ id: 1, reference: 1, order_id: 1, provider: 1, mode: 1, state: 1, amount_cents: 1, currency: 1 },
  ...{
    charge_cents: 1,
    charge_currency: 1,
    short_reference: 1,
    attempt_no: 1,
    provider_id: 1,
    redirect: 1,
    totals: 1,
  },
  ...{ view_hash: 1, last_code: 1, review: 1, expires_at: 1, next_poll_at: 1, poll_count: 1, created_at: 1 },
  updated_at: 1,
} satisfies Record<keyof AttemptRow, 1>;
const attemptColumns = sql.raw(Object.keys(everyColumn).join(', '));

const attempts = (db: Db) => db.selectFrom('payment_attempt').selectAll();

/** Finds an attempt by the client's reference. */
export function findAttempt(db: Db, reference: string): Promise<AttemptRow | undefined> {
  return attempts(db).where('reference', '=', reference).executeTakeFirst();
}

export function getAttempt(db: Db, id: number): Promise<AttemptRow> {
  return attempts(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The provider's id of a payment, and our short reference there; without either nothing matches. */
interface CalledThere {
  id?: string | undefined;
  reference?: string | undefined;
}

/** The attempt number follows the short reference. */
const isCalled = ({ id, reference }: CalledThere) =>
  sql`(provider_id = ${id ?? null} or short_reference = ${reference?.slice(0, shortLength) ?? null})`;

/** Finds an attempt by the provider's id or by our short reference. */
export async function findAttemptOf(
  db: Db,
  provider: ProviderCode,
  called: CalledThere,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`/* prepared: attempt of provider */ select ${attemptColumns}
    from payment_attempt where provider = ${provider} and ${isCalled(called)} limit 1`.execute(db);
  return rows[0];
}

/** Finds the attempt of a web-hook, and whether the web-hook is a duplicate. */
export async function findAttemptForHook(
  db: Db,
  provider: ProviderCode,
  called: CalledThere,
  dedupeKey: string,
): Promise<{ attempt: AttemptRow; isDuplicate: boolean } | undefined> {
  const { rows } = await sql<
    AttemptRow & { is_heard: boolean }
  >`/* prepared: told attempt */ select ${attemptColumns},
    exists (select from payment_event where provider = ${provider} and dedupe_key = ${dedupeKey}) as is_heard
    from payment_attempt where provider = ${provider} and ${isCalled(called)} limit 1`.execute(db);
  if (!rows[0]) return undefined;
  const { is_heard: isDuplicate, ...attempt } = rows[0];
  return { attempt, isDuplicate };
}

/** Length of our short reference at a provider; two digits follow. */
export const shortLength = 12;

/** Returns the attempts of an order, oldest first. */
export function readAttempts(db: Db, orderId: number): Promise<AttemptRow[]> {
  return attempts(db).where('order_id', '=', orderId).orderBy('id').execute();
}

/** Locks the attempt; lock its order first. */
export async function lockAttempt(db: Db, id: number): Promise<AttemptRow> {
  const { rows } = await sql<AttemptRow>`/* prepared: lock attempt */ select ${attemptColumns}
    from payment_attempt where id = ${id} for update`.execute(db);
  return onlyRow(rows);
}

type Changes = Partial<
  Pick<
    AttemptRow,
    | 'state'
    | 'provider_id'
    | 'last_code'
    | 'review'
    | 'expires_at'
    | 'next_poll_at'
    | 'poll_count'
    | 'view_hash'
  > & { redirect: string | null }
>;

export async function updateAttempt(db: Db, id: number, changes: Changes, at: Date): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/**
 * Starts an attempt at the provider unless another process is starting one.
 * @param before an attempt that started earlier counts as dead
 * @returns the attempt with its new number
 */
export function claimRedirect(
  db: Db,
  id: number,
  before: Date,
  next: { at: Date; nextQueryAt: Date },
): Promise<AttemptRow | undefined> {
  return db
    .updateTable('payment_attempt')
    .set(({ eb }) => ({
      state: 'initiating',
      attempt_no: eb('attempt_no', '+', 1),
      provider_id: null,
      redirect: null,
      next_poll_at: next.nextQueryAt,
      poll_count: 0,
      updated_at: next.at,
    }))
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'created'),
        where.and([where('state', '=', 'initiating'), where('updated_at', '<', before)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records the payment that a provider created. A state that was recorded in the meantime stays: the shopper
 * may be faster than the response.
 * @returns the attempt; undefined when a newer attempt has started
 */
export async function saveRedirect(
  db: Db,
  { id, attempt_no }: Pick<AttemptRow, 'id' | 'attempt_no'>,
  made: { id: string; redirect: string; view_hash: Buffer; expires_at: Date; at: Date; nextQueryAt: Date },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`update payment_attempt set provider_id = ${made.id},
    redirect = ${made.redirect}, view_hash = ${made.view_hash}, expires_at = ${made.expires_at}, poll_count = 0,
    next_poll_at = case when state = 'initiating' then ${made.nextQueryAt}::timestamptz else next_poll_at end,
    state = case when state = 'initiating' then 'awaiting_shopper' else state end, updated_at = ${made.at}
    where id = ${id} and attempt_no = ${attempt_no} returning *`.execute(db);
  return rows[0];
}

/** Ends a failed attempt unless a status was recorded in the meantime. */
export async function endTry(
  db: Db,
  { id, attempt_no }: Pick<AttemptRow, 'id' | 'attempt_no'>,
  changes: Changes,
  at: Date,
): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .where('attempt_no', '=', attempt_no)
    .where('state', '=', 'initiating')
    .execute();
}

/**
 * Claims due attempts in this mode, so that no other process queries them. They become due again if this
 * process dies.
 */
export async function claimDue(
  db: Db,
  mode: AttemptRow['mode'],
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`update payment_attempt set next_poll_at = ${retryAt} where id in (
    select id from payment_attempt where next_poll_at <= ${now} and mode = ${mode} order by next_poll_at limit ${limit}
    for update skip locked) returning *`.execute(db);
  return rows;
}

/** Returns attempts started before an instant that can still be paid, in this mode, oldest first. */
export function readWaiting(
  db: Db,
  mode: AttemptRow['mode'],
  before: Date,
  now: Date,
): Promise<AttemptRow[]> {
  return (
    attempts(db)
      .where('state', '=', 'awaiting_shopper')
      .where('mode', '=', mode)
      // Attempts without a next query have no shopper either, and this column has an index.
      .where('next_poll_at', 'is not', null)
      .where('created_at', '<', before)
      .where('expires_at', '>', now)
      .orderBy('id')
      .execute()
  );
}

/**
 * Returns the orders with an attempt in this mode that a provider may still decide, and whether one of them
 * is a payment in progress.
 */
export async function readUndecided(
  db: Db,
  mode: AttemptRow['mode'],
  orderIds: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ order_id: number; is_processing: boolean }>`select order_id,
      bool_or(state = 'processing') as is_processing from payment_attempt
    where order_id = any(${[...orderIds]}::bigint[]) and mode = ${mode} and provider_id is not null
      and state in ('initiating', 'awaiting_shopper', 'processing') group by order_id`.execute(db);
  return new Map(rows.map(({ order_id, is_processing }) => [order_id, is_processing]));
}
