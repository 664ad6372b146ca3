import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { bucketKey, type Limits, type Rate } from '../../platform/rate-limit/rate-limits.ts';
import type { Bucket } from '../../platform/rate-limit/token-buckets.ts';

/**
 * Mails that a visitor can make the shop send to another person are counted by mailbox, not by spelling:
 * `thandi+1@` and `thandi+2@` are one person, who requested neither (T21).
 */
const perMailbox = { burst: 3, perHour: 3 / 24 };

/** Attempts to use mailed links. */
export const linkRates = { clientIp: { burst: 30, perHour: 60 }, network: { burst: 3000, perHour: 6000 } };

/** Returns the bucket of a kind of mail to a mailbox, for `takeTokens`; default: three a day. */
export function mailBucket(kind: string, email: string, rate: Rate = perMailbox): Bucket {
  return { key: bucketKey(`${kind}-mailbox`, mailboxOf(email)), rate };
}

/** @returns whether one more mail of this kind may go to the mailbox; default: three a day */
export function mayMail(limits: Limits, kind: string, email: string, rate?: Rate): Promise<boolean> {
  const bucket = mailBucket(kind, email, rate);
  return limits.tryTake(bucket.key, bucket.rate);
}
