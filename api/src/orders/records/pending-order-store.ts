import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { OrderRow, OrderStockRow, SentBefore } from './order-store.ts';

/** The columns of an order that payments use. */
export type PayableRow = Pick<
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
  | 'client_key'
  | 'placed_at'
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
  ...([
    'payment_method',
    'grand_total_cents',
    'captured_cents',
    'refunded_cents',
    'held_until',
    'client_key',
    'placed_at',
  ] as const),
];

/** The columns of an order that payments use. */
export function readPayable(db: Db, id: number): Promise<PayableRow> {
  return db.selectFrom('sales_order').select(heldColumns).where('id', '=', id).executeTakeFirstOrThrow();
}

export function readPayables(db: Db, ids: readonly number[]): Promise<PayableRow[]> {
  return db
    .selectFrom('sales_order')
    .select(heldColumns)
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();
}

/** Those of these orders that wait for money or for their shipping. */
export async function readUnshipped(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where id = any(${[...ids]}::bigint[]) and state in ('pending_payment', 'placed')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export function findPayableNumbered(db: Db, number: string): Promise<PayableRow | undefined> {
  return db.selectFrom('sales_order').select(heldColumns).where('number', '=', number).executeTakeFirst();
}

export function findPayableSent(db: Db, orderId: string): Promise<PayableRow | undefined> {
  return db.selectFrom('sales_order').select(heldColumns).where('order_id', '=', orderId).executeTakeFirst();
}

/** Locks the order until the end of the transaction. */
export async function lockOrderById(db: Db, id: number): Promise<PayableRow> {
  const { rows } = await sql<PayableRow>`/* prepared: lock order */ select ${sql.raw(heldColumns.join(', '))}
    from sales_order where id = ${id} for update`.execute(db);
  return onlyRow(rows);
}

const payableAt = (at: Date) => sql<boolean>`(state = 'pending_payment'
  or (state = 'expired' and captured_cents = 0 and held_until > ${at}))`;

/** Finds the order with the client's id, and the orders of these carts as `readPendingOfCarts`. */
export async function findSentAndPending(
  db: Db,
  { orderId, cartIds, at }: { orderId: string; cartIds: readonly number[]; at: Date },
): Promise<{ before: SentBefore | undefined; pending: number[] }> {
  const { rows } = await sql<
    SentBefore & { sent: boolean; pending: boolean }
  >`/* prepared: sent order and pending of cart */
    select id, order_id, number, placed_at, fingerprint, cart_token_hash, customer_id, state,
      order_id = ${orderId}::uuid as sent,
      cart_id = any(${[...cartIds]}::bigint[]) and ${payableAt(at)} as pending
    from sales_order where order_id = ${orderId}::uuid
      or (cart_id = any(${[...cartIds]}::bigint[]) and ${payableAt(at)})`.execute(db);
  return {
    before: rows.find(({ sent }) => sent),
    pending: rows.flatMap(({ id, pending }) => (pending ? id : [])),
  };
}

/** The orders of these carts that await payment, or may await it again after a failed one. */
export async function readPendingOfCarts(db: Db, cartIds: readonly number[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: pending of cart */ select id from sales_order
    where cart_id = any(${[...cartIds]}::bigint[]) and ${payableAt(at)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The orders of these carts that await payment, may await it again, or ended with money that was not refunded. */
export async function readUnplacedOfCarts(db: Db, cartIds: readonly number[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: unplaced of cart */ select id from sales_order
    where cart_id = any(${[...cartIds]}::bigint[])
      and (${payableAt(at)} or (state = 'expired' and captured_cents > refunded_cents)) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Orders whose hold has expired, with ids after the given one. An order with an unexpected payment is not
 * included, because an operator decides about it.
 */
export function readLapsed(
  db: Db,
  at: Date,
  after: number,
  limit: number,
): Promise<Pick<PayableRow, 'id' | 'placed_at'>[]> {
  return db
    .selectFrom('sales_order')
    .select(['id', 'placed_at'])
    .where('state', '=', 'pending_payment')
    .where('held_until', '<', at)
    .where('id', '>', after)
    .whereRef('captured_cents', '<=', 'refunded_cents')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The cart of an order. */
export async function readCartOf(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{
    cart_id: number;
  }>`/* prepared: cart of order */ select cart_id from sales_order where id = ${id}`.execute(db);
  return onlyRow(rows).cart_id;
}

/**
 * The number of an order of these carts that was placed after this order was begun. Events are compared by
 * their ids, because the clocks of processes differ.
 */
export async function findReplacement(
  db: Db,
  id: number,
  cartIds: readonly number[],
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`/* prepared: order replaced */ select number from sales_order
    join order_event as placed on placed.order_id = sales_order.id and placed.state = 'placed'
    where cart_id = any(${[...cartIds]}::bigint[]) and sales_order.id <> ${id}
      and sales_order.state not in ('pending_payment', 'expired', 'canceled')
      and placed.id > (select min(order_event.id) from order_event where order_id = ${id})
    order by placed.id limit 1`.execute(db);
  return rows[0]?.number;
}

/**
 * Extends the hold of an order, never shortens it.
 * @param maxMs the longest hold since the order was written
 */
export async function extendHold(db: Db, id: number, expiresAt: Date, maxMs: number): Promise<void> {
  await sql`update sales_order set held_until = least(greatest(held_until, ${expiresAt}),
      placed_at + ${maxMs}::float8 * interval '1 millisecond')
    where id = ${id} and state = 'pending_payment'`.execute(db);
}

/** Shortens the hold of an order, or the time in which it may await its payment again; never extends it. */
export async function shortenHold(db: Db, id: number, until: Date): Promise<void> {
  await sql`update sales_order set held_until = least(held_until, ${until}),
      client_key = case state when 'expired' then '' else client_key end
    where id = ${id} and state in ('pending_payment', 'expired')`.execute(db);
}

/** Undoes the end of an unpaid order. */
export async function reopenOrder(db: Db, id: number, at: Date): Promise<void> {
  await sql`update sales_order set state = 'pending_payment', updated_at = ${at} where id = ${id}`.execute(
    db,
  );
  await sql`delete from order_event where order_id = ${id} and state = 'expired'`.execute(db);
}

/** Changes the payment method. What the client sent with the previous one does not belong to the new one. */
export async function updatePayment(db: Db, id: number, code: string, title: string): Promise<void> {
  await db
    .updateTable('sales_order')
    .set({ payment_method: code, payment_title: title, payment_additional: null })
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
): Promise<{ units: { product_id: number; qty: number }[]; codes: ReturnedUse[] }> {
  const units = await db
    .selectFrom('order_stock')
    .select(['product_id', 'qty'])
    .where('order_id', '=', id)
    .where('returned_at', 'is not', null)
    .execute();
  const uses = await db
    .selectFrom('coupon_use')
    .select(['coupon_code as code', 'voucher_cents as cents'])
    .where('order_id', '=', id)
    .where('returned_at', 'is not', null)
    .execute();
  return { units, codes: uses };
}

/** A code that an order returned, and the amount it took from a voucher. */
export interface ReturnedUse {
  code: string;
  cents: number | null;
}

/** The stock that an order holds. */
export function readTaken(db: Db, id: number): Promise<Omit<OrderStockRow, 'returned_at'>[]> {
  return db
    .selectFrom('order_stock')
    .select(['product_id', 'store_code', 'qty'])
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .execute();
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
