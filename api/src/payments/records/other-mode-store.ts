import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { AttemptRow } from './attempt-store.ts';

type Mode = AttemptRow['mode'];

/** The orders with an open payment of another mode than this, oldest first. */
export async function readOrdersOpenInOtherMode(db: Db, mode: Mode): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`select distinct order_id from payment_attempt
    where mode <> ${mode} and state in ('created', 'initiating', 'awaiting_shopper', 'processing')
    order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** The amount captured for an order in this mode, in cents. */
export async function readCapturedIn(db: Db, orderId: number, mode: Mode): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(value_cents), 0)::bigint as cents
    from money_entry join payment_attempt on payment_attempt.id = attempt_id
    where money_entry.order_id = ${orderId} and kind = 'capture' and mode = ${mode}`.execute(db);
  return onlyRow(rows).cents;
}

/**
 * Payments that were made in another mode than this and have no case about it, open or closed, with ids
 * after the given one.
 */
export async function readPaidInOtherMode(
  db: Db,
  mode: Mode,
  after: number,
  limit: number,
): Promise<Pick<AttemptRow, 'id' | 'order_id' | 'mode'>[]> {
  const { rows } = await sql<Pick<AttemptRow, 'id' | 'order_id' | 'mode'>>`select id, order_id, mode
    from payment_attempt where id > ${after} and mode <> ${mode} and state in ('paid', 'partially_refunded')
      and not exists (select from payment_review where attempt_id = payment_attempt.id and reason = 'wrong_mode')
    order by id limit ${limit}`.execute(db);
  return rows;
}
