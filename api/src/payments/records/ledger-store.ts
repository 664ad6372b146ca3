import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { PaymentTables, RefundState } from '../../schema/payment-tables.ts';

export type EntryRow = Selectable<PaymentTables['money_entry']>;
export type RefundRow = Selectable<PaymentTables['refund']>;

/** Whether a refund counts against its capture. A failed refund may be retried with a new one. */
export const isReserved = ({ state }: RefundRow): boolean => state !== 'failed' && state !== 'returned';

/**
 * Books a movement, once.
 * @returns whether it is new
 */
export async function insertEntry(db: Db, entry: Omit<EntryRow, 'id'>): Promise<boolean> {
  const { attempt_id, order_id, kind, provider, transaction_id, debit, credit } = entry;
  const { charge_cents, charge_currency, value_cents, occurred_at } = entry;
  const { numAffectedRows } = await sql`/* prepared: book entry */ insert into money_entry
    (attempt_id, order_id, kind, provider, transaction_id, debit, credit, charge_cents, charge_currency, value_cents, occurred_at)
    values (${attempt_id}, ${order_id}, ${kind}, ${provider}, ${transaction_id}, ${debit}, ${credit}, ${charge_cents},
      ${charge_currency}, ${value_cents}, ${occurred_at})
    on conflict (provider, transaction_id, kind) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** The captures of an attempt. */
export async function readCaptures(db: Db, attemptId: number): Promise<EntryRow[]> {
  const { rows } =
    await sql<EntryRow>`/* prepared: captures */ select id, attempt_id, order_id, kind, provider,
    transaction_id, debit, credit, charge_cents, charge_currency, value_cents, occurred_at
    from money_entry where attempt_id = ${attemptId} and kind = 'capture' order by id`.execute(db);
  return rows;
}

/** All ledger entries of an order. */
export function readEntries(db: Db, orderId: number): Promise<EntryRow[]> {
  return db.selectFrom('money_entry').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** The ledger entries of a provider between two instants, for payments in this mode. */
export function readEntriesBetween(
  db: Db,
  { code, mode }: { code: ProviderCode; mode: 'test' | 'live' },
  from: Date,
  to: Date,
): Promise<EntryRow[]> {
  return db
    .selectFrom('money_entry')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .selectAll('money_entry')
    .where('money_entry.provider', '=', code)
    .where('mode', '=', mode)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .orderBy('money_entry.id')
    .execute();
}

export async function insertRefund(
  db: Db,
  refund: Omit<RefundRow, 'id' | 'provider_id' | 'last_code' | 'poll_count' | 'updated_at'>,
): Promise<number> {
  const { id } = await db
    .insertInto('refund')
    .values({ ...refund, updated_at: refund.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The refunds of an order, oldest first. */
export function readRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

export function lockRefund(db: Db, id: number): Promise<RefundRow> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Claims the refunds that are due in this mode, so that no other process takes them; they become due again
 * at `retryAt`.
 */
export async function claimDueRefunds(
  db: Db,
  mode: 'test' | 'live',
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<RefundRow[]> {
  const { rows } =
    await sql<RefundRow>`update refund set next_poll_at = ${retryAt}, poll_count = poll_count + 1 where id in (
    select refund.id from refund join payment_attempt on payment_attempt.id = attempt_id
    where refund.next_poll_at <= ${now} and mode = ${mode} order by refund.next_poll_at limit ${limit}
    for update of refund skip locked) returning *`.execute(db);
  return rows;
}

export async function updateRefund(
  db: Db,
  id: number,
  changes: {
    state: RefundState;
    provider_id?: string | null;
    last_code?: string;
    next_poll_at: Date | null;
    updated_at: Date;
  },
): Promise<void> {
  await db.updateTable('refund').set(changes).where('id', '=', id).execute();
}
