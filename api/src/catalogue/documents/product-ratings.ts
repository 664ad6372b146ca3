import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../../db.ts';

/** The ratings of products by id, without those that have none. */
export type ProductRatings = ReadonlyMap<number, Required<Product>['rating_summary']>;

/** Reads the current ratings of these products from another feature. */
export type ReadRatings = (db: Db, productIds: readonly number[]) => Promise<ProductRatings>;

/** Default without ratings. */
export const noRatings: ReadRatings = async () => new Map();
