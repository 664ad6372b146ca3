import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import type { StoreStock } from './read-store.ts';
import {
  deleteStoreStock,
  readStockForUpdate,
  readStoreStockForUpdate,
  upsertStock,
  upsertStoreStock,
} from './store.ts';

/** The stock of these products by product id, held for the transaction that is going to write it. */
export async function stockForUpdate(db: Db, productIds: readonly number[]): Promise<Map<number, Stock>> {
  const rows = await readStockForUpdate(db, productIds);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Writes the stock of products, new rows and changed ones. @param rows a few thousand at most */
export async function saveStock(db: Db, rows: readonly Stock[]): Promise<void> {
  if (rows.length > 0) await upsertStock(db, rows);
}

/** What stores have of these products, held for the transaction that is going to write it. */
export function storeStockForUpdate(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return readStoreStockForUpdate(db, productIds);
}

/** Writes what stores have, new rows and changed ones. @param rows a few thousand at most */
export async function saveStoreStock(db: Db, rows: readonly StoreStock[]): Promise<void> {
  if (rows.length > 0) await upsertStoreStock(db, rows);
}

/** Lets stores have what the shop has of these products again. */
export async function dropStoreStock(
  db: Db,
  places: readonly Pick<StoreStock, 'product_id' | 'store_code'>[],
): Promise<void> {
  if (places.length > 0) await deleteStoreStock(db, places);
}
