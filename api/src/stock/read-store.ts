import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { isSellable } from '@fynbos/core/stock/quantity.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

/** The stock of a product at a fulfilment store, where it differs from the shop's (spec D8). */
export type StoreStock = Tables['store_stock'];

/**
 * The stock of these products; a product without a row is left out. It is in stock only if an order is possible, whatever
 * its row says.
 */
export async function readStock(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  const { rows } = await sql<Stock>`/* prepared: stock */
    select product_id, qty, is_in_stock, manage_stock, min_qty, min_sale_qty, max_sale_qty, backorders
    from stock where product_id = any(${[...productIds]}::integer[])`.execute(db);
  return rows.map((stock) => ({ ...stock, is_in_stock: isSellable(stock) }));
}

/** The store stock of all products. */
export function readAllStoreStock(db: Db): Promise<StoreStock[]> {
  return db.selectFrom('store_stock').selectAll().execute();
}

/** The store stock of these products. */
export async function readStoreStock(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  const { rows } = await sql<StoreStock>`/* prepared: store stock */
    select product_id, store_code, qty, is_in_stock
    from store_stock where product_id = any(${[...productIds]}::integer[])`.execute(db);
  return rows;
}

/** The stock changes by operators between two instants, oldest first. */
export function readStockChangesBetween(
  db: Db,
  from: Date,
  to: Date,
): Promise<Selectable<Tables['stock_change']>[]> {
  return db
    .selectFrom('stock_change')
    .selectAll()
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .orderBy('id')
    .execute();
}
