import type { Db } from '../../db.ts';

export async function insertPasswordLink(
  db: Db,
  link: { hash: Buffer; customer_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto('password_link').values(link).execute();
}

/** Whether a mailed link is still valid. */
export async function holdsPasswordLink(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_link')
    .select('customer_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Consumes a link.
 * @returns the id of its customer; undefined when invalid or expired
 */
export async function usePasswordLink(db: Db, hash: Buffer, now: Date): Promise<number | undefined> {
  const used = await db
    .deleteFrom('password_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('customer_id')
    .executeTakeFirst();
  return used?.customer_id;
}

export async function deletePasswordLinksOf(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('password_link').where('customer_id', '=', customerId).execute();
}

export async function deletePasswordLinksBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('password_link').where('expires_at', '<', at).execute();
}
