import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { StoreStock } from './read-store.ts';

/** The stock of these products; the rows are held until the transaction ends, so that no order changes them meanwhile. */
export function readStockForUpdate(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  return db
    .selectFrom('stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .forUpdate()
    .execute();
}

/** Writes the stock of products, new rows and changed ones. @param rows a few thousand at most */
export async function upsertStock(db: Db, rows: readonly Stock[]): Promise<void> {
  await sql`insert into stock (product_id, qty, is_in_stock, manage_stock, min_qty, min_sale_qty, max_sale_qty, backorders)
    select product_id, qty, is_in_stock, manage_stock, min_qty, min_sale_qty, max_sale_qty, backorders
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (product_id integer, qty numeric, is_in_stock boolean,
      manage_stock boolean, min_qty numeric, min_sale_qty numeric, max_sale_qty numeric, backorders smallint)
    on conflict (product_id) do update set qty = excluded.qty, is_in_stock = excluded.is_in_stock,
      manage_stock = excluded.manage_stock, min_qty = excluded.min_qty, min_sale_qty = excluded.min_sale_qty,
      max_sale_qty = excluded.max_sale_qty, backorders = excluded.backorders`.execute(db);
}

/** What stores say of these products; the rows are held until the transaction ends. */
export function readStoreStockForUpdate(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return db
    .selectFrom('store_stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .forUpdate()
    .execute();
}

/** Writes what stores have, new rows and changed ones. @param rows a few thousand at most */
export async function upsertStoreStock(db: Db, rows: readonly StoreStock[]): Promise<void> {
  await sql`insert into store_stock (product_id, store_code, qty, is_in_stock)
    select product_id, store_code, qty, is_in_stock
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (product_id integer, store_code text, qty numeric, is_in_stock boolean)
    on conflict (product_id, store_code) do update set qty = excluded.qty, is_in_stock = excluded.is_in_stock`.execute(
    db,
  );
}

/** Takes away what stores say, so that they have what the shop has. */
export async function deleteStoreStock(
  db: Db,
  places: readonly Pick<StoreStock, 'product_id' | 'store_code'>[],
): Promise<void> {
  await sql`delete from store_stock using json_to_recordset(${JSON.stringify(places)}::json)
    as gone (product_id integer, store_code text)
    where store_stock.product_id = gone.product_id and store_stock.store_code = gone.store_code`.execute(db);
}
