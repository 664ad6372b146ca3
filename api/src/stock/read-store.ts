import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';

/** The stock of these products; one without a row is left out. */
export function readStock(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  return db.selectFrom('stock').selectAll().where('product_id', 'in', productIds).execute();
}
