import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { bucketKey, type Limits, type Rate } from '../limits/limits.ts';
import type { Bucket } from '../limits/take-all.ts';

/**
 * What anybody can bring the shop to mail to somebody else is counted by the mailbox that is reached, not by how it is
 * written: `thandi+1@` and `thandi+2@` are one person, who did not ask for either (T21).
 */
const perMailbox = { burst: 3, perHour: 3 / 24 };

/** Where mails of a kind to a mailbox are counted; three a day, unless said otherwise. For `takeAll`. */
export function mailBucket(kind: string, email: string, rate: Rate = perMailbox): Bucket {
  return { key: bucketKey(`${kind}-mailbox`, mailboxOf(email)), rate };
}

/** @returns whether one more mail of this kind may go to the mailbox; three a day, unless said otherwise */
export function mayMail(limits: Limits, kind: string, email: string, rate?: Rate): Promise<boolean> {
  const bucket = mailBucket(kind, email, rate);
  return limits.tryTake(bucket.key, bucket.rate);
}
