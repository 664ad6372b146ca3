import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { AttemptRow } from './records/attempt-store.ts';

type Exported = Pick<
  AttemptRow,
  'order_id' | 'reference' | 'provider' | 'state' | 'amount_cents' | 'currency' | 'created_at'
>;

/** The payment attempts of orders, for a data export. */
export function readPaymentAttempts(db: Db, orderIds: readonly number[]): Promise<Exported[]> {
  return db
    .selectFrom('payment_attempt')
    .select(['order_id', 'reference', 'provider', 'state', 'amount_cents', 'currency', 'created_at'])
    .where('order_id', 'in', orderIds.length > 0 ? [...orderIds] : [0])
    .orderBy('id')
    .execute();
}

/** Erases the redirect and the totals of attempts. */
export async function redactPaymentAttempts(db: Db, orderIds: readonly number[]): Promise<void> {
  await sql`update payment_attempt set redirect = null, totals = '{}', view_hash = null
    where order_id = any(${orderIds}::bigint[])`.execute(db);
}
