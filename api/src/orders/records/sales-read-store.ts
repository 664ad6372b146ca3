import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/** Two instants; the second is not part of the period. */
export interface Period {
  from: Date;
  to: Date;
}

/** An order that was placed before the end of a period, with its tax by rate. Money is in cents. */
export interface PlacedOrder {
  id: number;
  currency: string;
  payment_method: string;
  /** What was to pay beside the voucher, the total with it, and the voucher's part. */
  due: number;
  total: number;
  voucher: number;
  placed_at: Date;
  /** When it was canceled or returned before the end of the period. */
  ended_at: Date | null;
  ended_as: 'canceled' | 'returned' | null;
  /** The part of delivery is included in net and tax; it includes its own tax. */
  rates: { rate: number; net: number; tax: number; delivery: number; delivery_tax: number }[];
}

/**
 * The orders that were placed, canceled or returned in a period.
 * @param more ids of further orders
 */
export async function readPlacedOrders(
  db: Db,
  { from, to }: Period,
  more: readonly number[],
): Promise<PlacedOrder[]> {
  const { rows } =
    await sql<PlacedOrder>`select sales_order.id, currency, payment_method, grand_total_cents as due, grand_total_cents + voucher_cents as total, voucher_cents as voucher,
      placed.occurred_at as placed_at, ended.occurred_at as ended_at, ended.state as ended_as, rates
    from sales_order
      join order_event as placed on placed.order_id = sales_order.id and placed.state = 'placed' and placed.occurred_at < ${to}
      left join order_event as ended on ended.order_id = sales_order.id and ended.state in ('canceled', 'returned')
        and ended.occurred_at < ${to}
      cross join lateral (
        select coalesce(json_agg(json_build_object('rate', rate, 'net', net_cents, 'tax', tax_cents,
          'delivery', net_cents + tax_cents - goods.paid, 'delivery_tax', tax_cents - goods.tax) order by rate desc), '[]') as rates
        from order_tax cross join lateral (
          select coalesce(sum(part.paid), 0) as paid, coalesce(sum(part.tax), 0) as tax from order_line
            cross join lateral json_to_recordset(taxes) as part (rate numeric, paid bigint, tax bigint)
          where order_line.order_id = order_tax.order_id and part.rate = order_tax.rate) as goods
        where order_tax.order_id = sales_order.id) as taxed
    where placed.occurred_at >= ${from} or ended.occurred_at >= ${from}
      or sales_order.id = any(${[...more]}::bigint[])
    order by sales_order.id`.execute(db);
  return rows;
}

/** What an order took from stock, and when it put it back. */
export interface OrderMovement {
  number: string;
  product_id: number;
  store_code: string;
  qty: number;
  taken_at: Date;
  returned_at: Date | null;
}

/** What orders took from stock or put back in a period. */
export async function readOrderMovements(db: Db, { from, to }: Period): Promise<OrderMovement[]> {
  const { rows } =
    await sql<OrderMovement>`select number, product_id, order_stock.store_code, qty, taken_at, returned_at
    from order_stock join sales_order on sales_order.id = order_stock.order_id cross join lateral (
      select min(occurred_at) as taken_at from order_event where order_event.order_id = sales_order.id) as began
    where taken_at >= ${from} and taken_at < ${to} or returned_at >= ${from} and returned_at < ${to}
    order by sales_order.id, product_id`.execute(db);
  return rows;
}

/** The number of orders that have a product, alone or as a part of another one. */
export async function countOrdersOfProduct(
  db: Db,
  { id, sku }: { id: number; sku: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct order_id) as count from (
    select order_id from order_stock where product_id = ${id}
    union all select order_id from order_line where sku = ${sku} or parent_sku = ${sku} or exists (
      select from json_to_recordset(units) as unit (product_id integer) where unit.product_id = ${id})) as found`.execute(
    db,
  );
  return onlyRow(rows).count;
}
