import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { Db } from '../../db.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { findNewsletterMailbox } from './newsletter-read-store.ts';

/**
 * Whether a code is this reader's newsletter coupon (spec D40). A guest is not identified before the
 * order, so any newsletter coupon counts until then.
 * @param email undefined for a guest
 */
export async function isNewsletterCoupon(db: Db, code: string, email: string | undefined): Promise<boolean> {
  const owner = await findNewsletterMailbox(db, code);
  return owner !== undefined && (email === undefined || owner.equals(hashOf(mailboxOf(email))));
}
