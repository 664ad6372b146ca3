import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/**
 * Runs a part of the caller's transaction.
 * @param part returns whether it succeeded; otherwise its changes are rolled back, and the transaction goes on
 */
export async function inSavepoint(trx: Db, part: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint part`.execute(trx);
  const isDone = await part();
  await (isDone ? sql`release savepoint part` : sql`rollback to savepoint part`).execute(trx);
  return isDone;
}
