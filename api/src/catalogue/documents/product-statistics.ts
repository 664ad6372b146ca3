import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../../db.ts';

/** What other features count of products, by product id: ratings, and sales. */
export type ProductStatistics = ReadonlyMap<number, Pick<Product, 'rating_summary' | 'sales_rank'>>;

/** Reads the current statistics of these products from another feature; products without one are left out. */
export type ReadStatistics = (db: Db, productIds: readonly number[]) => Promise<ProductStatistics>;

/** Reads the statistics of several features. */
export const joinStatistics =
  (...readers: readonly ReadStatistics[]): ReadStatistics =>
  async (db, productIds) => {
    const joined = new Map<number, ReturnType<ProductStatistics['get']> & object>();
    for (const read of readers)
      for (const [id, statistics] of await read(db, productIds))
        joined.set(id, { ...joined.get(id), ...statistics });
    return joined;
  };
