import type { Db } from '../db.ts';

export interface ContactToken {
  hash: Buffer;
  caller_hash: Buffer;
  expires_at: Date;
}

export async function insertContactToken(db: Db, token: ContactToken): Promise<void> {
  await db.insertInto('contact_token').values(token).execute();
}

/**
 * Deletes a token so that it works only once.
 * @returns false when this caller has no such token or it has expired
 */
export async function redeemContactToken(
  db: Db,
  { hash, caller_hash }: Omit<ContactToken, 'expires_at'>,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_token')
    .where('hash', '=', hash)
    .where('caller_hash', '=', caller_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredContactTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('contact_token').where('expires_at', '<=', now).execute();
}
