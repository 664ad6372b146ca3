import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import { isCollectedWith } from '../../delivery/read-store.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { OrderTables } from '../../schema/order-tables.ts';
import type { Period } from './sales-read-store.ts';

export type OrderRow = Selectable<OrderTables['sales_order']>;
export type OrderLineRow = Omit<Selectable<OrderTables['order_line']>, 'order_id'>;
type OrderTaxRow = Omit<Selectable<OrderTables['order_tax']>, 'order_id'>;
export type OrderStockRow = Omit<Selectable<OrderTables['order_stock']>, 'order_id'>;
export type OrderEventRow = Omit<Selectable<OrderTables['order_event']>, 'order_id' | 'id'>;

/** The stored fields that identify a resent order. */
export type SentBefore = Pick<
  OrderRow,
  'id' | 'order_id' | 'number' | 'placed_at' | 'fingerprint' | 'cart_token_hash' | 'customer_id' | 'state'
>;

/** Finds an order by the client's id. */
export async function findSentOrder(db: Db, orderId: string): Promise<SentBefore | undefined> {
  const { rows } = await sql<SentBefore>`/* prepared: sent order */
    select id, order_id, number, placed_at, fingerprint, cart_token_hash, customer_id, state
    from sales_order where order_id = ${orderId}::uuid`.execute(db);
  return rows[0];
}

/** An order to be written, in one statement. */
export interface NewOrder {
  order: Omit<
    OrderRow,
    'id' | 'number' | 'updated_at' | 'fingerprint' | 'cart_token_hash' | 'captured_cents' | 'refunded_cents'
  >;
  /** Hexadecimal. */
  fingerprint: string;
  cartTokenHash: Buffer;
  lines: readonly OrderLineRow[];
  taxes: readonly OrderTaxRow[];
  stock: readonly Omit<OrderStockRow, 'returned_at'>[];
  /** The codes it uses, and the amount that a voucher pays. */
  uses: readonly { code: string; voucher_cents: number | null }[];
  /** The actor who placed the order. */
  actor: string;
}

/**
 * Writes an order with its lines, taxes, stock and events, under the next order number. The caller announces it
 * after the commit.
 */
export async function insertOrder(
  db: Db,
  { order, fingerprint, cartTokenHash, lines, taxes, stock, uses, actor }: NewOrder,
): Promise<{ id: number; number: string }> {
  const { rows } = await sql<{ id: number; number: string }>`/* prepared: place order */ with made as (
    insert into sales_order (order_id, fingerprint, cart_token_hash, number, state, customer_id, email, mailbox, locale, cart_id,
      store_code, fulfilment_store, currency, shipping_address, billing_address, carrier_code, method_code,
      shipping_title, shipping_extra, payment_method, payment_title, payment_additional,
      coupon_code, voucher_code, subtotal_cents, subtotal_net_cents,
      discount_cents, shipping_cents, shipping_net_cents, shipping_discount_cents, tax_cents, grand_total_cents,
      voucher_cents, voucher_balance_cents,
      held_until, client_key, placed_at, updated_at)
    select row.order_id, decode(${fingerprint}::text, 'hex'), ${cartTokenHash}::bytea,
      lpad(nextval('order_number')::text, 9, '0'), row.state, row.customer_id, row.email, row.mailbox, row.locale, row.cart_id,
      row.store_code, row.fulfilment_store, row.currency, row.shipping_address, row.billing_address,
      row.carrier_code, row.method_code, row.shipping_title, row.shipping_extra, row.payment_method, row.payment_title, row.payment_additional,
      row.coupon_code, row.voucher_code, row.subtotal_cents, row.subtotal_net_cents, row.discount_cents, row.shipping_cents,
      row.shipping_net_cents, row.shipping_discount_cents, row.tax_cents, row.grand_total_cents,
      row.voucher_cents, row.voucher_balance_cents, row.held_until, row.client_key, row.placed_at,
      row.placed_at
    from json_populate_record(null::sales_order, ${JSON.stringify(order)}::json) as row
    returning id, number, placed_at, customer_id, state
  ), lines as (
    insert into order_line (order_id, position, sku, parent_sku, name, product_type, product_option, options, units, qty,
      unit_net, unit_cents, original_unit_cents, row_cents, row_net_cents, discount_cents, paid_cents, tax_cents,
      taxes, image, url_path)
    select made.id, row.position, row.sku, row.parent_sku, row.name, row.product_type, row.product_option, row.options,
      row.units, row.qty, row.unit_net, row.unit_cents, row.original_unit_cents, row.row_cents, row.row_net_cents,
      row.discount_cents, row.paid_cents, row.tax_cents, row.taxes, row.image, row.url_path
    from made, json_populate_recordset(null::order_line, ${JSON.stringify(lines)}::json) as row
  ), taxes as (
    insert into order_tax (order_id, rate, net_cents, tax_cents) select made.id, row.rate, row.net_cents, row.tax_cents
    from made, json_populate_recordset(null::order_tax, ${JSON.stringify(taxes)}::json) as row
  ), stocked as (
    insert into order_stock (order_id, product_id, store_code, qty)
    select made.id, row.product_id, row.store_code, row.qty
    from made, json_populate_recordset(null::order_stock, ${JSON.stringify(stock)}::json) as row
  ), used as (
    insert into coupon_use (order_id, coupon_code, customer_id, mailbox, voucher_cents)
    select made.id, code, made.customer_id, ${mailboxOf(order.email)}::text, voucher_cents
    from made, json_to_recordset(${JSON.stringify(uses)}::json) as row (code text, voucher_cents bigint)
  ), happened as (
    insert into order_event (order_id, state, actor, occurred_at) select id, state, ${actor}::text, placed_at from made
  ), unannounced as (
    insert into unannounced_order (order_id) select id from made
  ) select id, number from made`.execute(db);
  return onlyRow(rows);
}

/** An order with its lines, taxes and events, as one row of the database. */
export interface StoredOrder {
  order: OrderRow;
  lines: OrderLineRow[];
  taxes: OrderTaxRow[];
  events: (Omit<OrderEventRow, 'occurred_at'> & { occurred_at: string })[];
  /** Whether the shopper collects it at its fulfilment store. */
  collected: boolean;
}

type WholeRow = OrderRow & Omit<StoredOrder, 'order'>;

const orderWithDetails = sql`sales_order.*,
  (select json_agg(order_line order by position) from order_line where order_line.order_id = sales_order.id) as lines,
  (select coalesce(json_agg(order_tax order by rate desc), '[]') from order_tax
    where order_tax.order_id = sales_order.id) as taxes,
  (select json_agg(order_event order by id) from order_event where order_event.order_id = sales_order.id) as events,
  ${isCollectedWith(sql`sales_order.carrier_code`, sql`sales_order.method_code`)} as collected`;

const storedOrderOf = ({ lines, taxes, events, collected, ...order }: WholeRow): StoredOrder => ({
  ...{ order, lines, taxes, events, collected },
});

/** An order by its number. */
export async function findOrderByNumber(db: Db, number: string): Promise<StoredOrder | undefined> {
  const { rows } =
    await sql<WholeRow>`select ${orderWithDetails} from sales_order where number = ${number}`.execute(db);
  return rows[0] && storedOrderOf(rows[0]);
}

/** An order by the client's id. */
export async function findWholeSent(db: Db, orderId: string): Promise<StoredOrder | undefined> {
  const { rows } =
    await sql<WholeRow>`select ${orderWithDetails} from sales_order where order_id = ${orderId}::uuid`.execute(
      db,
    );
  return rows[0] && storedOrderOf(rows[0]);
}

/** A page of a customer's orders, newest first. */
export async function readOrdersOf(
  db: Db,
  customerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredOrder[]> {
  const { rows } =
    await sql<WholeRow>`select ${orderWithDetails} from sales_order where customer_id = ${customerId}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(storedOrderOf);
}

export async function countOrdersOf(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sales_order
    where customer_id = ${customerId}`.execute(db);
  return onlyRow(rows).count;
}

/**
 * Counts the orders of a customer or mailbox, and those that used a code. Canceled and expired orders do
 * not count.
 */
export async function countPastOrders(
  db: Db,
  { customerId, email }: { customerId: number | undefined; email: string | undefined },
  code: string,
): Promise<{ orders: number; uses: number }> {
  const mailbox = email === undefined ? null : mailboxOf(email);
  const { rows } = await sql<{ orders: number; uses: number }>`select
    (select count(*) from sales_order where (customer_id = ${customerId ?? null}::integer or mailbox = ${mailbox})
      and state not in ('canceled', 'expired')) as orders,
    (select count(*) from coupon_use where coupon_code = ${code} and returned_at is null
      and (customer_id = ${customerId ?? null}::integer or mailbox = ${mailbox})) as uses`.execute(db);
  return onlyRow(rows);
}

/** Filter for the operator's order list. */
export interface OrderFilter {
  state?: OrderState | undefined;
  email?: string | undefined;
  since?: Date | undefined;
  limit: number;
}

/** Order summaries, newest first. */
export function readOrders(
  db: Db,
  { state, email, since, limit }: OrderFilter,
): Promise<Pick<OrderRow, 'number' | 'state' | 'email' | 'grand_total_cents' | 'currency' | 'placed_at'>[]> {
  let query = db
    .selectFrom('sales_order')
    .select(['number', 'state', 'email', 'grand_total_cents', 'currency', 'placed_at'])
    .orderBy('id', 'desc')
    .limit(limit);
  if (state) query = query.where('state', '=', state);
  if (email) query = query.where('email', '=', email);
  if (since) query = query.where('placed_at', '>=', since);
  return query.execute();
}

/** The cart of an order. */
export async function findCartOf(db: Db, number: string): Promise<number | undefined> {
  const order = db.selectFrom('sales_order').select('cart_id').where('number', '=', number);
  return (await order.executeTakeFirst())?.cart_id;
}

/** Locks the order's row until the transaction ends. */
export async function lockOrder(
  db: Db,
  number: string,
): Promise<{ id: number; state: OrderState } | undefined> {
  return db
    .selectFrom('sales_order')
    .select(['id', 'state'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Changes the state of an order and records the actor and the time. From `placed` on the order counts, and
 * its stock is no longer released.
 */
export async function updateState(
  db: Db,
  id: number,
  { state, note, actor, occurred_at }: OrderEventRow,
): Promise<void> {
  await sql`/* prepared: order state */ with moved as (
    update sales_order set state = ${state}, updated_at = ${occurred_at},
      placed_at = case ${state}::text when 'placed' then ${occurred_at}::timestamptz else placed_at end,
      held_until = case ${state}::text when 'placed' then null else held_until end,
      client_key = case ${state}::text when 'placed' then '' else client_key end
    where id = ${id} returning id
  ) insert into order_event (order_id, state, note, actor, occurred_at)
    select id, ${state}::text, ${note}::text, ${actor}::text, ${occurred_at}::timestamptz from moved`.execute(
    db,
  );
}

/**
 * Marks the stock of an order as returned.
 * @returns the stock it had deducted
 */
export function markStockReturned(
  db: Db,
  id: number,
  at: Date,
): Promise<Omit<OrderStockRow, 'returned_at'>[]> {
  return db
    .updateTable('order_stock')
    .set({ returned_at: at })
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .returning(['product_id', 'store_code', 'qty'])
    .execute();
}

/**
 * Marks the coupon uses of an order as returned.
 * @returns the codes
 */
export async function markUsesReturned(db: Db, id: number, at: Date): Promise<string[]> {
  const rows = await db
    .updateTable('coupon_use')
    .set({ returned_at: at })
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .returning('coupon_code')
    .execute();
  return rows.map((row) => row.coupon_code);
}

/** Returns an order with its lines, taxes and events by its row id. */
export async function getOrderById(db: Db, id: number): Promise<StoredOrder> {
  const { rows } = await sql<WholeRow>`select ${orderWithDetails} from sales_order where id = ${id}`.execute(
    db,
  );
  return storedOrderOf(onlyRow(rows));
}

/** The next orders that were placed in a period, by row id. */
export async function readPlacedBetween(
  db: Db,
  { from, to }: Period,
  { after, limit }: { after: number; limit: number },
): Promise<StoredOrder[]> {
  const { rows } = await sql<WholeRow>`select ${orderWithDetails} from sales_order
    where id > ${after} and exists (select from order_event where order_id = sales_order.id and state = 'placed'
      and occurred_at >= ${from} and occurred_at < ${to})
    order by id limit ${limit}`.execute(db);
  return rows.map(storedOrderOf);
}
