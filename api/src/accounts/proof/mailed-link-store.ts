import type { Db } from '../../db.ts';

/** A mailed link chooses a new password, or confirms the address of the account. */
type Purpose = 'password' | 'confirm';

export async function insertMailedLink(
  db: Db,
  link: { hash: Buffer; customer_id: number; expires_at: Date; purpose: Purpose },
): Promise<void> {
  await db.insertInto('password_link').values(link).execute();
}

/** Whether a mailed link is still valid. */
export async function holdsMailedLink(db: Db, purpose: Purpose, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_link')
    .select('customer_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Consumes a link.
 * @returns the id of its customer; undefined when invalid, expired or of another purpose
 */
export async function useMailedLink(
  db: Db,
  purpose: Purpose,
  hash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const used = await db
    .deleteFrom('password_link')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('customer_id')
    .executeTakeFirst();
  return used?.customer_id;
}

/** Deletes the links of a customer, of both purposes. */
export async function deleteMailedLinksOf(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('password_link').where('customer_id', '=', customerId).execute();
}

export async function deleteMailedLinksBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('password_link').where('expires_at', '<', at).execute();
}
