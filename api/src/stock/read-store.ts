import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

/** What a fulfilment store has of a product, where it differs from what the shop has (decision 8). */
export type StoreStock = Tables['store_stock'];

/** The stock of these products; one without a row is left out. */
export function readStock(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  return db.selectFrom('stock').selectAll().where('product_id', 'in', productIds).execute();
}

/** What stores say of any product. */
export function readAllStoreStock(db: Db): Promise<StoreStock[]> {
  return db.selectFrom('store_stock').selectAll().execute();
}

/** What stores say of these products. */
export function readStoreStock(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return db
    .selectFrom('store_stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .execute();
}
