import type { Db } from '../../db.ts';

/** Returns the hashed mailbox that a newsletter coupon was issued to; undefined for other codes. */
export async function findNewsletterMailbox(db: Db, code: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('newsletter_coupon')
    .select('mailbox_hash')
    .where('coupon_code', '=', code)
    .executeTakeFirst();
  return row?.mailbox_hash;
}
