import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { OrderViolation } from './order-audit-store.ts';

/** Counts the uses of each code by orders that were not canceled. */
export async function readLiveUses(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ coupon_code: string; uses: number }>`select coupon_code, count(*) as uses
    from coupon_use where returned_at is null group by coupon_code`.execute(db);
  return new Map(rows.map(({ coupon_code, uses }) => [coupon_code, uses]));
}

/** A person who used a code more often than allowed. */
export interface Greedy {
  coupon_code: string;
  uses: number;
  most: number;
  /** One of the orders. */
  number: string;
}

/**
 * Finds persons who used a code too often, by mailbox and by account.
 * @param limits the codes with a limit per person
 */
export async function readGreedy(
  db: Db,
  limits: readonly { code: string; most: number }[],
): Promise<Greedy[]> {
  const { rows } = await sql<Greedy>`with limited as (
    select code, most from json_to_recordset(${JSON.stringify(limits)}::json) as row (code text, most integer)
  ), person as (
    select coupon_code, 'm' || mailbox as who, order_id from coupon_use where returned_at is null
    union all select coupon_code, 'c' || customer_id, order_id from coupon_use
      where returned_at is null and customer_id is not null
  ), greedy as (
    select distinct on (coupon_code, max(order_id)) coupon_code, count(*) as uses, most, max(order_id) as order_id
    from person join limited on code = coupon_code group by coupon_code, who, most having count(*) > most
  ) select greedy.coupon_code, uses, most, number from greedy join sales_order on sales_order.id = greedy.order_id
    order by greedy.coupon_code, greedy.order_id`.execute(db);
  return rows;
}

/** What an order takes from its voucher. */
export interface VoucherUse {
  order_id: number;
  number: string;
  coupon_code: string;
  /** What it takes now: less than it paid after a partial refund, and 0 once it was given back. */
  cents: number;
  /** What it paid by voucher; 0 for an order of an older version, which took the voucher as a discount. */
  paid: number;
}

/** The vouchers that orders have used, also those that were given back. */
export async function readVoucherUses(db: Db): Promise<VoucherUse[]> {
  const { rows } = await sql<VoucherUse>`select coupon_use.order_id, number, coupon_use.coupon_code,
      case when returned_at is null then coupon_use.voucher_cents else 0 end as cents, sales_order.voucher_cents as paid
    from coupon_use join sales_order on sales_order.id = coupon_use.order_id
    where coupon_use.voucher_cents is not null order by sales_order.id`.execute(db);
  return rows;
}

/** The orders whose codes differ from their counted uses. */
export async function readUncountedCodes(db: Db): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with named as (
    select id as order_id, coupon_code as code from sales_order where coupon_code is not null
    union select id, voucher_code from sales_order where voucher_code is not null
  ) select number, format(case when coupon_use.order_id is null then 'has the code %s, whose use was not counted'
      else 'counts as a use of %s, which it has not' end, coalesce(code, coupon_use.coupon_code)) as says
    from named full join coupon_use on coupon_use.order_id = named.order_id and coupon_use.coupon_code = named.code
    join sales_order on sales_order.id = coalesce(named.order_id, coupon_use.order_id)
    where named.order_id is null or coupon_use.order_id is null order by sales_order.id`.execute(db);
  return rows;
}
