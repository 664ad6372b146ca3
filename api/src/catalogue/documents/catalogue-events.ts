import type { Db } from '../../db.ts';
import { notifyCatalogue } from './catalogue-write-store.ts';

// PostgreSQL refuses a notification of 8,000 bytes; 500 ids stay below 6,000.
const maxIdsPerMessage = 500;
const maxIdsTotal = 2000;

/**
 * Announces a change of the catalogue to every running API, in the same transaction: the ids of the
 * products to read, or everything when that is less work.
 */
export async function announceChange(db: Db, products: readonly number[] | 'all'): Promise<void> {
  if (products === 'all' || products.length > maxIdsTotal) {
    await notifyCatalogue(db, '{"all":true}');
    return;
  }
  for (let start = 0; start < products.length; start += maxIdsPerMessage) {
    await notifyCatalogue(db, JSON.stringify({ products: products.slice(start, start + maxIdsPerMessage) }));
  }
}
