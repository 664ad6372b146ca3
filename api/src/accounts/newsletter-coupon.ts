import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { Db } from '../db.ts';
import { findMailboxOfCoupon } from './newsletter-read-store.ts';
import { hashOf } from './token.ts';

/**
 * Whether a code is the newsletter's coupon of this reader (decision 40). Of a guest nobody knows yet who it
 * is: for them it is, if it is anybody's, until the order says so.
 *
 * @param email undefined for a guest
 */
export async function isNewsletterCoupon(db: Db, code: string, email: string | undefined): Promise<boolean> {
  const owner = await findMailboxOfCoupon(db, code);
  return owner !== undefined && (email === undefined || owner.equals(hashOf(mailboxOf(email))));
}
