import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { OrderRow, OrderStockRow } from './order-store.ts';

/** The columns of a locked order that payments use. */
export type HeldOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_id'
  | 'number'
  | 'state'
  | 'customer_id'
  | 'cart_id'
  | 'cart_token_hash'
  | 'fingerprint'
  | 'email'
  | 'locale'
  | 'store_code'
  | 'fulfilment_store'
  | 'shipping_address'
  | 'billing_address'
  | 'currency'
  | 'payment_method'
  | 'grand_total_cents'
  | 'captured_cents'
  | 'refunded_cents'
  | 'held_until'
>;

const heldColumns = [
  ...([
    'id',
    'order_id',
    'number',
    'state',
    'customer_id',
    'cart_id',
    'cart_token_hash',
    'fingerprint',
  ] as const),
  ...(['email', 'locale', 'store_code', 'fulfilment_store'] as const),
  ...(['shipping_address', 'billing_address', 'currency'] as const),
  ...(['payment_method', 'grand_total_cents', 'captured_cents', 'refunded_cents', 'held_until'] as const),
];

/** The columns of an order that payments use. */
export function findPayable(db: Db, id: number): Promise<HeldOrder | undefined> {
  return db.selectFrom('sales_order').select(heldColumns).where('id', '=', id).executeTakeFirst();
}

export function readPayables(db: Db, ids: readonly number[]): Promise<HeldOrder[]> {
  return db
    .selectFrom('sales_order')
    .select(heldColumns)
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();
}

export function findPayableNumbered(db: Db, number: string): Promise<HeldOrder | undefined> {
  return db.selectFrom('sales_order').select(heldColumns).where('number', '=', number).executeTakeFirst();
}

export function findPayableSent(db: Db, orderId: string): Promise<HeldOrder | undefined> {
  return db.selectFrom('sales_order').select(heldColumns).where('order_id', '=', orderId).executeTakeFirst();
}

/** Locks the order until the end of the transaction. */
export async function lockOrderById(db: Db, id: number): Promise<HeldOrder | undefined> {
  const { rows } = await sql<HeldOrder>`/* prepared: lock order */ select ${sql.raw(heldColumns.join(', '))}
    from sales_order where id = ${id} for update`.execute(db);
  return rows[0];
}

/** The orders of these carts that await payment. */
export async function readPendingOfCarts(db: Db, cartIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: pending of cart */ select id from sales_order
    where cart_id = any(${[...cartIds]}::bigint[]) and state = 'pending_payment'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Orders whose hold has expired, with ids after the given one. An order with an unexpected payment is not
 * included, because an operator decides about it.
 */
export async function readLapsed(db: Db, at: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sales_order')
    .select('id')
    .where('state', '=', 'pending_payment')
    .where('held_until', '<', at)
    .where('id', '>', after)
    .whereRef('captured_cents', '<=', 'refunded_cents')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether another order of these carts was placed after this one was written. */
export async function isReplaced(db: Db, id: number, cartIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`/* prepared: order replaced */ select 1 from sales_order as waiting
    join sales_order as other on other.cart_id = any(${[...cartIds]}::bigint[]) and other.id <> waiting.id
    where waiting.id = ${id}
      and (other.id > waiting.id or other.placed_at >= waiting.placed_at)
      and other.state not in ('pending_payment', 'expired', 'canceled') limit 1`.execute(db);
  return rows.length > 0;
}

/** Extends the hold of an order, never shortens it. */
export async function extendHold(db: Db, id: number, expiresAt: Date): Promise<void> {
  await sql`update sales_order set held_until = greatest(held_until, ${expiresAt})
    where id = ${id} and state = 'pending_payment'`.execute(db);
}

export async function updatePayment(db: Db, id: number, code: string, title: string): Promise<void> {
  await db
    .updateTable('sales_order')
    .set({ payment_method: code, payment_title: title })
    .where('id', '=', id)
    .execute();
}

/** Books captured and refunded amounts of an order, in cents. */
export async function addMoney(
  db: Db,
  id: number,
  { captured = 0, refunded = 0 }: { captured?: number; refunded?: number },
): Promise<void> {
  await sql`/* prepared: book money */ update sales_order set captured_cents = captured_cents + ${captured},
    refunded_cents = refunded_cents + ${refunded} where id = ${id}`.execute(db);
}

/** The units and codes that an order returned. */
export async function readReturned(
  db: Db,
  id: number,
): Promise<{ units: { product_id: number; qty: number }[]; codes: string[] }> {
  const units = await db
    .selectFrom('order_stock')
    .select(['product_id', 'qty'])
    .where('order_id', '=', id)
    .where('returned_at', 'is not', null)
    .execute();
  const uses = await db
    .selectFrom('coupon_use')
    .select('coupon_code')
    .where('order_id', '=', id)
    .where('returned_at', 'is not', null)
    .execute();
  return { units, codes: uses.map(({ coupon_code }) => coupon_code) };
}

/** Records the stock that an order took a second time, from any stock location. */
export async function markStockTaken(
  db: Db,
  id: number,
  taken: readonly Omit<OrderStockRow, 'returned_at'>[],
): Promise<void> {
  await sql`update order_stock set returned_at = null, store_code = row.store_code, qty = row.qty
    from json_to_recordset(${JSON.stringify(taken)}::json) as row (product_id integer, store_code text, qty integer)
    where order_id = ${id} and order_stock.product_id = row.product_id`.execute(db);
}

export async function markUsesTaken(db: Db, id: number): Promise<void> {
  await db.updateTable('coupon_use').set({ returned_at: null }).where('order_id', '=', id).execute();
}
