import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { PaymentTables } from './tables.ts';

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

/** Writes a new attempt down; nobody has asked a provider for it yet. */
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

/** By name, since a statement that is planned once must outlive a migration that adds one. */
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

/** By the client's reference. */
export function findAttempt(db: Db, reference: string): Promise<AttemptRow | undefined> {
  return attempts(db).where('reference', '=', reference).executeTakeFirst();
}

export function findAttemptById(db: Db, id: number): Promise<AttemptRow | undefined> {
  return attempts(db).where('id', '=', id).executeTakeFirst();
}

/** What a provider calls a payment, and our own letters for it there; without either nothing is found. */
interface CalledThere {
  id?: string | undefined;
  reference?: string | undefined;
}

/** What follows the letters is the number of the try. */
const isCalled = ({ id, reference }: CalledThere) =>
  sql`(provider_id = ${id ?? null} or short_reference = ${reference?.slice(0, shortLength) ?? null})`;

/** By what a provider calls it, or by our own letters there. */
export async function findAttemptOf(
  db: Db,
  provider: ProviderCode,
  called: CalledThere,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`/* prepared: attempt of provider */ select ${attemptColumns}
    from payment_attempt where provider = ${provider} and ${isCalled(called)} limit 1`.execute(db);
  return rows[0];
}

/** The same for a call of the provider's, and whether the call was heard before. */
export async function findTold(
  db: Db,
  provider: ProviderCode,
  called: CalledThere,
  dedupeKey: string,
): Promise<{ attempt: AttemptRow; isHeard: boolean } | undefined> {
  const { rows } = await sql<
    AttemptRow & { is_heard: boolean }
  >`/* prepared: told attempt */ select ${attemptColumns},
    exists (select from payment_event where provider = ${provider} and dedupe_key = ${dedupeKey}) as is_heard
    from payment_attempt where provider = ${provider} and ${isCalled(called)} limit 1`.execute(db);
  if (!rows[0]) return undefined;
  const { is_heard: isHeard, ...attempt } = rows[0];
  return { attempt, isHeard };
}

/** How many letters of ours an attempt has at a provider; two digits follow. */
export const shortLength = 12;

/** The attempts of an order, oldest first. */
export function readAttempts(db: Db, orderId: number): Promise<AttemptRow[]> {
  return attempts(db).where('order_id', '=', orderId).orderBy('id').execute();
}

/** Waits until nobody else changes the attempt, then holds it; its order is held before it. */
export async function lockAttempt(db: Db, id: number): Promise<AttemptRow> {
  const { rows } = await sql<AttemptRow>`/* prepared: lock attempt */ select ${attemptColumns}
    from payment_attempt where id = ${id} for update`.execute(db);
  return rows[0]!;
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
 * Begins a try at the provider, if nobody else does at this moment. @param before a try that began earlier is dead
 * @returns the attempt under its new number
 */
export function claimHandOff(
  db: Db,
  id: number,
  before: Date,
  next: { at: Date; askAt: Date },
): Promise<AttemptRow | undefined> {
  return db
    .updateTable('payment_attempt')
    .set(({ eb }) => ({
      state: 'initiating',
      attempt_no: eb('attempt_no', '+', 1),
      provider_id: null,
      redirect: null,
      next_poll_at: next.askAt,
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
 * Writes down what a provider made of a try. What was heard of it meanwhile stays: the shopper may be quicker than the
 * answer.
 *
 * @returns the attempt; undefined where a newer try began meanwhile
 */
export async function writeHandOff(
  db: Db,
  { id, attempt_no }: Pick<AttemptRow, 'id' | 'attempt_no'>,
  made: { id: string; redirect: string; view_hash: Buffer; expires_at: Date; at: Date; askAt: Date },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`update payment_attempt set provider_id = ${made.id},
    redirect = ${made.redirect}, view_hash = ${made.view_hash}, expires_at = ${made.expires_at}, poll_count = 0,
    next_poll_at = case when state = 'initiating' then ${made.askAt}::timestamptz else next_poll_at end,
    state = case when state = 'initiating' then 'awaiting_shopper' else state end, updated_at = ${made.at}
    where id = ${id} and attempt_no = ${attempt_no} returning *`.execute(db);
  return rows[0];
}

/** Ends a try that came to nothing, unless something was heard of it meanwhile. */
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
 * Takes what is due to be asked for in this mode, so that no other process takes it too; it is due again later, should this one die.
 */
export async function claimDue(
  db: Db,
  mode: AttemptRow['mode'],
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`update payment_attempt set next_poll_at = ${again} where id in (
    select id from payment_attempt where next_poll_at <= ${now} and mode = ${mode} order by next_poll_at limit ${limit}
    for update skip locked) returning *`.execute(db);
  return rows;
}

/** What shoppers went to pay before an instant and can still pay, in this mode, oldest first. */
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
      // What is not asked for any more has no shopper either, and this has an index.
      .where('next_poll_at', 'is not', null)
      .where('created_at', '<', before)
      .where('expires_at', '>', now)
      .orderBy('id')
      .execute()
  );
}

/** Which of these orders have an attempt that was begun at a provider, which may still decide. */
export async function readUndecided(db: Db, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('payment_attempt')
    .select('order_id')
    .where('order_id', 'in', [...orderIds])
    .where('state', 'in', ['initiating', 'awaiting_shopper', 'processing'])
    .where('provider_id', 'is not', null)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Whether something was heard before. */
export async function hasEvent(db: Db, provider: ProviderCode, dedupeKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_event')
    .select('id')
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes what was heard, once. @returns whether it is new */
export async function insertEvent(
  db: Db,
  event: {
    provider: ProviderCode;
    dedupe_key: string;
    attempt_id: number | null;
    source: string;
    payload: unknown;
    occurred_at: Date;
  },
): Promise<boolean> {
  const { provider, dedupe_key, attempt_id, source, payload, occurred_at } = event;
  const { numAffectedRows } = await sql`/* prepared: payment event */
    insert into payment_event (provider, dedupe_key, attempt_id, source, payload, occurred_at)
    values (${provider}, ${dedupe_key}, ${attempt_id}, ${source}, ${JSON.stringify(payload)}, ${occurred_at})
    on conflict (provider, dedupe_key) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Asks a person to look at something; what is open already is asked once. */
export async function insertReview(
  db: Db,
  review: {
    attempt_id: number | null;
    order_id: number | null;
    reason: string;
    details: unknown;
    opened_at: Date;
  },
): Promise<void> {
  await db
    .insertInto('payment_review')
    .values({ ...review, details: JSON.stringify(review.details) })
    .onConflict((there) => there.columns(['attempt_id', 'reason']).where('closed_at', 'is', null).doNothing())
    .execute();
}
