import type { Db } from '../db.ts';
import { announceChange } from './documents/catalogue-events.ts';
import { lockImports } from './documents/catalogue-write-store.ts';

/**
 * Changes the catalogue between two imports, in one transaction, and announces the change to every running
 * API.
 * @param change writes within the transaction
 * @param touches the ids of the changed products
 */
export function changeCatalogue<Result>(
  db: Db,
  touches: readonly number[] | 'all',
  change: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockImports(transaction);
    const result = await change(transaction);
    await announceChange(transaction, touches);
    return result;
  });
}
