import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

/** The stock of a product at a fulfilment store, where it differs from the shop's (spec D8). */
export type StoreStock = Tables['store_stock'];

/** The stock of these products; a product without a row is left out. */
export function readStock(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  return db.selectFrom('stock').selectAll().where('product_id', 'in', productIds).execute();
}

/** The store stock of all products. */
export function readAllStoreStock(db: Db): Promise<StoreStock[]> {
  return db.selectFrom('store_stock').selectAll().execute();
}

/** The store stock of these products. */
export function readStoreStock(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return db
    .selectFrom('store_stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .execute();
}
