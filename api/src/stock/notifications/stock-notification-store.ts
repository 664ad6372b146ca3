import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../db.ts';
import type { StockTables } from '../../schema/stock-tables.ts';

/** A request for one mail. */
export type NewStockNotification = Omit<Selectable<StockTables['stock_notification']>, 'id'>;

/** The product and the stock that some addresses wait for. */
export type AwaitedStock = Pick<NewStockNotification, 'sku' | 'store_code' | 'fulfilment_store'>;

/**
 * Stores a request; a repeated one replaces its language, store view, store and time, and keeps the customer if it has
 * none.
 */
export async function upsertNotification(db: Db, request: NewStockNotification): Promise<void> {
  const { locale, store_code, fulfilment_store, created_at } = request;
  await db
    .insertInto('stock_notification')
    .values(request)
    .onConflict((conflict) =>
      conflict.columns(['sku', 'email']).doUpdateSet(({ fn, ref }) => ({
        ...{ locale, store_code, fulfilment_store, created_at },
        customer_id: fn.coalesce(ref('excluded.customer_id'), ref('stock_notification.customer_id')),
      })),
    )
    .execute();
}

/** Stores only the newest requests of an address. */
export async function deleteNotificationsBeyond(db: Db, email: string, max: number): Promise<void> {
  await sql`delete from stock_notification where id in (
    select id from stock_notification where email = ${email} order by created_at desc, id desc offset ${max}::int)`.execute(
    db,
  );
}

/** The products and stocks that any address waits for. */
export function readAwaitedStock(db: Db): Promise<AwaitedStock[]> {
  return db
    .selectFrom('stock_notification')
    .select(['sku', 'store_code', 'fulfilment_store'])
    .distinct()
    .execute();
}

/** Deletes the oldest requests and returns them. Another process that does the same gets others. */
export async function takeNotifications(
  db: Db,
  { sku, store_code, fulfilment_store }: AwaitedStock,
  limit: number,
): Promise<Pick<NewStockNotification, 'email' | 'locale'>[]> {
  const { rows } = await sql<Pick<NewStockNotification, 'email' | 'locale'>>`
    delete from stock_notification where id in (
      select id from stock_notification
      where sku = ${sku} and store_code = ${store_code} and fulfilment_store = ${fulfilment_store}
      order by id limit ${limit}::int for update skip locked)
    returning email, locale`.execute(db);
  return rows;
}

export async function deleteNotificationsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stock_notification').where('created_at', '<', before).execute();
}

/**
 * The requests of a customer.
 * @param email an address whose requests count as well
 */
const isOf =
  (customerId: number, email = '') =>
  (row: ExpressionBuilder<Tables, 'stock_notification'>) =>
    row.or([row('customer_id', '=', customerId), row('email', '=', email)]);

export function readNotificationsOf(db: Db, customerId: number, email: string | undefined) {
  return db
    .selectFrom('stock_notification')
    .select(['sku', 'email', 'created_at'])
    .where(isOf(customerId, email))
    .orderBy('id')
    .execute();
}

export async function deleteNotificationsOf(
  db: Db,
  customerId: number,
  email: string | undefined,
): Promise<void> {
  await db.deleteFrom('stock_notification').where(isOf(customerId, email)).execute();
}
