import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

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
