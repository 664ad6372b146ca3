import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { OrderStockRow } from './order-store.ts';

/** Whose unpaid orders are counted together. */
export interface UnpaidOwner {
  /** Null for a guest, and for a customer whose address is not proven. */
  customerId: number | null;
  mailbox: string;
  clientKey: string;
}

/** One text for guests and customers, because prepared statements have a text each. */
const isPersons = ({ customerId, mailbox }: UnpaidOwner) =>
  sql`(case when ${customerId}::integer is null then mailbox = ${mailbox}::text
    else customer_id = ${customerId}::integer end)`;

/** An order of an older version has no client. */
const isClients = ({ clientKey }: UnpaidOwner) => sql`(client_key <> '' and client_key = ${clientKey}::text)`;

/** Locks the owner's unpaid orders, existing and new ones, until the transaction ends. */
export async function lockUnpaidOf(db: Db, { customerId, mailbox, clientKey }: UnpaidOwner): Promise<void> {
  const keys = [clientKey, customerId === null ? `unpaid ${mailbox}` : `unpaid customer ${customerId}`];
  // A fixed lock order prevents deadlocks.
  for (const key of keys.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

export async function countUnpaid(
  db: Db,
  owner: UnpaidOwner,
): Promise<{ ofPerson: number; ofClient: number }> {
  const { rows } = await sql<{ ofPerson: number; ofClient: number }>`/* prepared: count unpaid */
    select count(*) filter (where ${isPersons(owner)}) as "ofPerson", count(*) filter (where ${isClients(owner)}) as "ofClient"
    from sales_order where state = 'pending_payment'`.execute(db);
  return onlyRow(rows);
}

type Units = Omit<OrderStockRow, 'returned_at'>;

/** The units of these products that unpaid orders of the person or of the client hold, whichever is more. */
export async function readUnpaidUnits(db: Db, owner: UnpaidOwner, of: readonly Units[]): Promise<Units[]> {
  const { rows } = await sql<Units>`select product_id, order_stock.store_code, greatest(
      coalesce(sum(qty) filter (where ${isPersons(owner)}), 0),
      coalesce(sum(qty) filter (where ${isClients(owner)}), 0)) as qty
    from sales_order join order_stock on order_stock.order_id = sales_order.id and returned_at is null
    where state = 'pending_payment' and product_id = any(${of.map(({ product_id }) => product_id)}::integer[])
    group by product_id, order_stock.store_code`.execute(db);
  return rows;
}

/** The name of the order line that needs units of a product. */
export async function nameOfUnits(db: Db, orderId: number, productId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from order_line
    where order_id = ${orderId} and exists (
      select from json_array_elements(units) as unit where (unit->>'product_id')::integer = ${productId})
    order by position limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

/** The units of each product that unpaid orders hold. */
export async function readHeldUnits(db: Db): Promise<Units[]> {
  const { rows } = await sql<Units>`select product_id, order_stock.store_code, sum(qty)::float8 as qty
    from sales_order join order_stock on order_stock.order_id = sales_order.id and returned_at is null
    where state = 'pending_payment' group by product_id, order_stock.store_code`.execute(db);
  return rows;
}
