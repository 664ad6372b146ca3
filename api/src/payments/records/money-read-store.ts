import type { PaymentSource } from '@fynbos/core/payments/providers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { Period } from '../../orders/records/sales-read-store.ts';

/** The money of an order before and after a period, in cents. */
export interface MoneyOfOrder {
  order_id: number;
  captured_before: number;
  captured_after: number;
  refunded_before: number;
  refunded_after: number;
}

const refunded = sql`case kind when 'refund' then value_cents when 'refund_returned' then -value_cents else 0 end`;
const captured = sql`case kind when 'capture' then value_cents else 0 end`;

/** The orders with a refund in a period. */
export async function readRefundedOrders(db: Db, { from, to }: Period): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`select distinct order_id from money_entry
    where kind <> 'capture' and occurred_at >= ${from} and occurred_at < ${to}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** The money of these orders before and after a period. Orders without money are left out. */
export async function readMoneyOf(
  db: Db,
  orderIds: readonly number[],
  { from, to }: Period,
): Promise<MoneyOfOrder[]> {
  const { rows } = await sql<MoneyOfOrder>`select order_id,
      coalesce(sum(${captured}) filter (where occurred_at < ${from}), 0) as captured_before, sum(${captured}) as captured_after,
      coalesce(sum(${refunded}) filter (where occurred_at < ${from}), 0) as refunded_before, sum(${refunded}) as refunded_after
    from money_entry where order_id = any(${[...orderIds]}::bigint[]) and occurred_at < ${to} group by order_id`.execute(
    db,
  );
  return rows;
}

/** The money that came in and went back in a period, in cents of the orders' currency. */
export interface MoneyOfSource {
  provider: PaymentSource;
  currency: string;
  received: number;
  refunded: number;
}

export async function readMoneyBySource(db: Db, { from, to }: Period): Promise<MoneyOfSource[]> {
  const { rows } =
    await sql<MoneyOfSource>`select money_entry.provider, currency, sum(${captured}) as received,
      sum(${refunded}) as refunded
    from money_entry join payment_attempt on payment_attempt.id = attempt_id
    where occurred_at >= ${from} and occurred_at < ${to}
    group by money_entry.provider, currency order by currency, money_entry.provider`.execute(db);
  return rows;
}
