import type { Db } from '../db.ts';

/** The mailbox a newsletter coupon was given to, as its hash; undefined when the code is none of them. */
export async function findMailboxOfCoupon(db: Db, code: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('newsletter_coupon')
    .select('mailbox_hash')
    .where('coupon_code', '=', code)
    .executeTakeFirst();
  return row?.mailbox_hash;
}
