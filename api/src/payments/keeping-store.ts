import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { AttemptRow } from './store.ts';

type Exported = Pick<AttemptRow, 'reference' | 'provider' | 'state' | 'created_at'> & {
  order: string;
  amount_cents: number;
  currency: string;
};

/** What a customer was to pay, as an export shows it. */
export async function readAttemptsOf(db: Db, customerId: number): Promise<Exported[]> {
  const { rows } =
    await sql<Exported>`select reference, number as order, provider, payment_attempt.state, amount_cents,
    payment_attempt.currency, created_at from payment_attempt join sales_order on sales_order.id = payment_attempt.order_id
    where customer_id = ${customerId} order by payment_attempt.id`.execute(db);
  return rows;
}

/** Takes out of attempts where their shopper was sent to, and what they were to buy. */
export async function emptyAttempts(db: Db, orderIds: readonly number[]): Promise<void> {
  await sql`update payment_attempt set hand_off = null, totals = '{}', view_hash = null
    where order_id = any(${orderIds}::bigint[])`.execute(db);
}
