import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/** A violation found in an order, as text. */
export interface OrderViolation {
  number: string;
  says: string;
}

/** The number of rows of each kind. */
export interface OrderRowCounts {
  orders: number;
  lines: number;
  stock: number;
  uses: number;
}

export async function countAll(db: Db): Promise<OrderRowCounts> {
  const { rows } = await sql<OrderRowCounts>`select (select count(*) from sales_order) as orders,
    (select count(*) from order_line) as lines, (select count(*) from order_stock) as stock,
    (select count(*) from coupon_use) as uses`.execute(db);
  return onlyRow(rows);
}

/** The orders whose sums do not match their lines, taxes and delivery. */
export async function readWrongSums(db: Db): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with line as (
    select order_id, sum(row_cents) as row_cents, sum(row_net_cents) as row_net_cents,
      sum(discount_cents) as discount_cents, sum(paid_cents) as paid_cents from order_line group by order_id
  ), tax as (
    select order_id, sum(net_cents) as net_cents, sum(tax_cents) as tax_cents, min(least(net_cents, tax_cents)) as least
    from order_tax group by order_id
  ), compared as (
    select number, sales_order.id, concat_ws('; ',
      case when line.order_id is null then 'has no lines' end,
      case when grand_total_cents + voucher_cents <> line.paid_cents + shipping_cents - shipping_discount_cents
        then format('the total is %s, lines and delivery come to %s', grand_total_cents + voucher_cents, line.paid_cents + shipping_cents - shipping_discount_cents) end,
      case when subtotal_cents <> line.row_cents
        then format('the subtotal is %s, the lines come to %s', subtotal_cents, line.row_cents) end,
      case when subtotal_net_cents <> line.row_net_cents
        then format('the subtotal without tax is %s, the lines come to %s', subtotal_net_cents, line.row_net_cents) end,
      case when sales_order.discount_cents <> line.discount_cents
        then format('the discount is %s, the lines come to %s', sales_order.discount_cents, line.discount_cents) end,
      case when sales_order.tax_cents <> coalesce(tax.tax_cents, 0)
        then format('the tax is %s, the rates come to %s', sales_order.tax_cents, coalesce(tax.tax_cents, 0)) end,
      case when grand_total_cents + voucher_cents <> coalesce(tax.net_cents + tax.tax_cents, 0)
        then format('the total is %s, the rates come to %s', grand_total_cents + voucher_cents, coalesce(tax.net_cents + tax.tax_cents, 0)) end,
      case when least(subtotal_cents, subtotal_net_cents, sales_order.discount_cents, shipping_cents, shipping_net_cents,
          voucher_cents, voucher_balance_cents, shipping_discount_cents, shipping_cents - shipping_discount_cents, sales_order.tax_cents, tax.least) < 0
        then 'an amount is below 0' end) as says
    from sales_order left join line on line.order_id = sales_order.id left join tax on tax.order_id = sales_order.id
  ) select number, says from compared where says <> '' order by id`.execute(db);
  return rows;
}

/** The order lines whose amounts do not add up; amounts are in cents. */
export async function readWrongLines(db: Db): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with compared as (
    select order_id, position, concat_ws('; ',
      case when row_cents <> qty*unit_cents then format('%s pieces of %s are not %s', qty, unit_cents, row_cents) end,
      case when paid_cents <> row_cents - discount_cents
        then format('%s less %s is not %s', row_cents, discount_cents, paid_cents) end,
      case when part.paid <> paid_cents then format('%s is paid, %s is taxed', paid_cents, part.paid) end,
      case when part.tax <> tax_cents then format('the tax is %s, the rates come to %s', tax_cents, part.tax) end,
      case when part.wrong then 'net and tax are not what is paid at a rate' end,
      case when least(row_cents, row_net_cents, discount_cents, paid_cents, tax_cents) < 0 then 'an amount is below 0' end
    ) as says
    from order_line cross join lateral (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(tax), 0) as tax, bool_or(net + tax <> paid) as wrong
      from json_to_recordset(taxes) as rate (paid bigint, net bigint, tax bigint)) as part
  ) select number, format('line %s: %s', position, says) as says
    from compared join sales_order on sales_order.id = compared.order_id where says <> '' order by sales_order.id, position`.execute(
    db,
  );
  return rows;
}

/** The orders whose tax rates do not add up to their lines and one delivery at one rate. */
export async function readWrongRates(db: Db): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with part as (
    select order_id, rate, net + tax as paid, tax from order_line
      cross join lateral json_to_recordset(taxes) as part (rate numeric, net bigint, tax bigint)
    union all select order_id, rate, -(net_cents + tax_cents), -tax_cents from order_tax
  ), rest as (
    select order_id, rate, -sum(paid) as paid, -sum(tax) as tax from part group by order_id, rate
    having sum(paid) <> 0 or sum(tax) <> 0
  ), delivery as (
    select order_id, count(*) as rates, sum(paid) as paid, sum(tax) as tax, string_agg(rate::float8 || ' %', ', ' order by rate) as names
    from rest group by order_id
  ) select number, format('beside its lines %s and %s of tax are taxed at %s, its delivery is %s', coalesce(paid, 0),
      coalesce(tax, 0), coalesce(names, 'no rate'), shipping_cents - shipping_discount_cents) as says
    from sales_order left join delivery on delivery.order_id = sales_order.id
    where coalesce(paid, 0) <> shipping_cents - shipping_discount_cents or coalesce(rates, 0) > 1
      or coalesce(tax, 0) not between 0 and shipping_cents - shipping_discount_cents
    order by sales_order.id`.execute(db);
  return rows;
}

/**
 * The orders that took other units from stock than their lines need.
 * @param goods skus for readable messages
 */
export async function readWrongStock(
  db: Db,
  goods: readonly { id: number; sku: string }[],
): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with needed as (
    select order_id, product_id, sum(piece.qty) as qty from order_line
      cross join lateral json_to_recordset(units) as piece (product_id integer, qty bigint) group by order_id, product_id
  ), compared as (
    select coalesce(needed.order_id, held.order_id) as order_id, coalesce(needed.product_id, held.product_id) as product_id,
      coalesce(needed.qty, 0) as needed, coalesce(held.qty, 0) as held
    from needed full join order_stock as held
      on held.order_id = needed.order_id and held.product_id = needed.product_id
    where coalesce(needed.qty, 0) <> coalesce(held.qty, 0)
  ), named as (
    select id, sku from json_to_recordset(${JSON.stringify(goods)}::json) as row (id integer, sku text)
  ) select number, format('took %s of %s, its lines need %s', held, coalesce(sku, 'product ' || product_id), needed) as says
    from compared join sales_order on sales_order.id = compared.order_id left join named on named.id = product_id
    order by sales_order.id, product_id`.execute(db);
  return rows;
}

/**
 * The orders that hold stock or codes they should have returned, or returned some they should hold.
 * @param holding states that hold stock
 */
export async function readWrongReturns(db: Db, holding: readonly OrderState[]): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with taken as (
    select order_id, 'stock' as what, returned_at from order_stock
    union all select order_id, 'the code ' || coupon_code, returned_at from coupon_use
  ) select distinct number, format(case when returned_at is null then 'is %s and holds %s still'
      else 'is %s and gave %s back' end, state, what) as says
    from taken join sales_order on sales_order.id = taken.order_id
    where (returned_at is null) <> (state = any(${holding}::text[])) order by number, says`.execute(db);
  return rows;
}

/** A sequence of order states, and the number of orders with it. */
export interface History {
  state: OrderState;
  /** Empty when no event is recorded. */
  states: OrderState[];
  count: number;
  /** The first twenty order numbers. */
  numbers: string[];
}

/** Every distinct sequence of order states: a handful, however many orders there are. */
export async function readHistories(db: Db): Promise<History[]> {
  const { rows } = await sql<History>`with history as (
    select sales_order.id, number, sales_order.state,
      coalesce(array_agg(order_event.state order by order_event.id) filter (where order_event.id is not null), '{}') as states
    from sales_order left join order_event on order_event.order_id = sales_order.id group by sales_order.id
  ) select state, states, count(*) as count, (array_agg(number order by id))[1:20] as numbers
    from history group by state, states order by min(id)`.execute(db);
  return rows;
}

/** The numbers of the orders that were ever in a state. */
export async function readNumbersOnceIn(db: Db, state: OrderState): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`select number from sales_order
    join order_event on order_event.order_id = sales_order.id and order_event.state = ${state}`.execute(db);
  return rows.map((row) => row.number);
}

/** Whether an order was to be paid online. Every other order closed its cart immediately. */
const wentToPay = sql`exists (select from order_event
  where order_event.order_id = sales_order.id and order_event.state = 'pending_payment')`;

/**
 * The orders whose cart was bought before. An order that was paid online leaves products added meanwhile in
 * its cart, and those are bought later. Events are compared by their ids.
 */
export async function readCartsOrderedTwice(db: Db): Promise<OrderViolation[]> {
  const { rows } = await sql<OrderViolation>`with bought as (
    select sales_order.id, number, cart_id, placed.id as placed_by, first.id as begun_by, first.state = 'pending_payment' as waited
    from sales_order
      join order_event as placed on placed.order_id = sales_order.id and placed.state = 'placed'
      cross join lateral (select id, state from order_event where order_id = sales_order.id order by id limit 1) as first
    where sales_order.state <> 'canceled'
  ) select distinct on (later.id) later.number, format('has the cart %s, as %s has', later.cart_id, earlier.number) as says
    from bought as later join bought as earlier on earlier.cart_id = later.cart_id
      and (earlier.placed_by, earlier.id) < (later.placed_by, later.id)
    where not (earlier.waited and later.begun_by > earlier.placed_by) order by later.id, earlier.id`.execute(
    db,
  );
  return rows;
}

/** The cart of every placed order, and whether the order closed it. */
export async function readCartsOfOrders(
  db: Db,
): Promise<{ cart_id: number; number: string; usedUp: boolean }[]> {
  const { rows } = await sql<{
    cart_id: number;
    number: string;
    usedUp: boolean;
  }>`select cart_id, number, not ${wentToPay} as "usedUp" from sales_order
    where not ${wentToPay} or exists (
      select from order_event where order_event.order_id = sales_order.id and order_event.state = 'placed')
    order by id`.execute(db);
  return rows;
}

/** An order with booked money, or with a payment attempt. */
export interface OrderWithMoney {
  id: number;
  number: string;
  state: OrderState;
  total: number;
  currency: string;
  captured: number;
  refunded: number;
  heldUntil: Date | null;
  /** The number of times it was placed, and whether an operator placed it. */
  placed: number;
  byOperator: boolean;
}

/** @param online payment methods for which money comes in, however the order was placed */
export async function readOrdersWithMoney(db: Db, online: readonly string[]): Promise<OrderWithMoney[]> {
  const { rows } = await sql<OrderWithMoney>`select id, number, state, grand_total_cents as total, currency,
      captured_cents as captured, refunded_cents as refunded, held_until as "heldUntil",
      coalesce(placements.times, 0) as placed, coalesce(placements.by_operator, false) as "byOperator"
    from sales_order left join lateral (
      select count(*) as times, bool_or(actor = 'operator') as by_operator from order_event
      where order_event.order_id = sales_order.id and order_event.state = 'placed') as placements on true
    where captured_cents <> 0 or refunded_cents <> 0 or payment_method = any(${online}::text[]) or ${wentToPay} order by id`.execute(
    db,
  );
  return rows;
}
