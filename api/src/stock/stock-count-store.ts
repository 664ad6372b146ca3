import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

export type StockChange = Selectable<Tables['stock_change']>;

/** A tracked stock record, of the shop (an empty code) or of a store. */
export interface TrackedStock {
  product_id: number;
  store_code: string;
  qty: number;
}

/** The tracked stock records below this quantity, lowest first. Only the shop's may allow backorders. */
export async function readLowStock(db: Db, below: number, limit: number): Promise<TrackedStock[]> {
  const { rows } = await sql<TrackedStock>`select product_id, '' as store_code, qty from stock
      where manage_stock and backorders = 0 and qty < ${below}
    union all select product_id, store_code, qty from store_stock where qty < ${below}
    order by qty, product_id, store_code limit ${limit}`.execute(db);
  return rows;
}

const fits = (change: number) =>
  sql`(qty + ${change}::numeric >= 0 or ${change}::numeric > 0) and qty + ${change}::numeric < 1000000000`;

/**
 * Adds to the shop's stock, unless it would fall below zero.
 * @returns the new quantity
 */
export async function changeShopStock(
  db: Db,
  productId: number,
  change: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ qty: number }>`update stock set qty = qty + ${change}::numeric,
      is_in_stock = qty + ${change}::numeric > min_qty or backorders > 0
    where product_id = ${productId} and manage_stock and ${fits(change)} returning qty`.execute(db);
  return rows[0]?.qty;
}

/**
 * Adds to a store's own stock, unless it would fall below zero.
 * @returns the new quantity
 */
export async function changeStoreStock(
  db: Db,
  { product_id, store_code }: Pick<TrackedStock, 'product_id' | 'store_code'>,
  change: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ qty: number }>`update store_stock set qty = qty + ${change}::numeric,
      is_in_stock = qty + ${change}::numeric > 0
    where product_id = ${product_id} and store_code = ${store_code} and ${fits(change)} returning qty`.execute(
    db,
  );
  return rows[0]?.qty;
}

export async function insertStockChange(db: Db, change: Omit<StockChange, 'id'>): Promise<void> {
  await db.insertInto('stock_change').values(change).execute();
}

/** The latest stock changes of a product, newest first. */
export function readStockChanges(db: Db, productId: number, limit: number): Promise<StockChange[]> {
  return db
    .selectFrom('stock_change')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
