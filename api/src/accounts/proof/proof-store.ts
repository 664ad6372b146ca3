import type { Db } from '../../db.ts';

/**
 * Marks the address of a customer as proven. The statement does not lock the key of the row, so it cannot
 * deadlock with an order that is being placed.
 * @returns whether this is the first proof
 */
export async function storeEmailProof(db: Db, customerId: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('customer')
    .set({ email_proven_at: at, updated_at: at })
    .where('id', '=', customerId)
    .where('email_proven_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes addresses and stored values. */
export async function deletePrepared(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('customer_address').where('customer_id', '=', customerId).execute();
  await db.deleteFrom('customer_value').where('customer_id', '=', customerId).execute();
}
