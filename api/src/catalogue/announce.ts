import type { Db } from '../db.ts';
import { notifyCatalogue } from './import-store.ts';

// PostgreSQL refuses a notification of 8,000 bytes; 500 ids stay below 6,000.
const mostIdsInOne = 500;
const mostIdsAtAll = 2000;

/**
 * Announces a change of the catalogue to every running API, in the transaction that makes it: which
 * products to read again, or everything when that is less work.
 */
export async function announceChange(db: Db, products: readonly number[] | 'all'): Promise<void> {
  if (products === 'all' || products.length > mostIdsAtAll) {
    await notifyCatalogue(db, '{"all":true}');
    return;
  }
  for (let start = 0; start < products.length; start += mostIdsInOne) {
    await notifyCatalogue(db, JSON.stringify({ products: products.slice(start, start + mostIdsInOne) }));
  }
}
