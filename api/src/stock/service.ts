import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import { readStockForUpdate, upsertStock } from './store.ts';

/** The stock of these products by product id, held for the transaction that is going to write it. */
export async function stockForUpdate(db: Db, productIds: readonly number[]): Promise<Map<number, Stock>> {
  const rows = await readStockForUpdate(db, productIds);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Writes the stock of products, new rows and changed ones. @param rows a few thousand at most */
export async function saveStock(db: Db, rows: readonly Stock[]): Promise<void> {
  if (rows.length > 0) await upsertStock(db, rows);
}
