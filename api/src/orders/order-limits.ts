import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { Db } from '../db.ts';
import { bucketKey, take } from '../limits/rate-limit.ts';

/** Many share one address of the network; nobody places so many by hand. */
export const newOrders = { burst: 200, perHour: 2000 };

const perMailbox = { burst: 30, perHour: 10 };

/**
 * Anybody may write any address into an order, and it is written to: nobody is flooded that way (T21).
 *
 * @throws Problem too_many_attempts
 */
export function limitMailbox({ db, now }: { db: Db; now: () => Date }, email: string): Promise<void> {
  return take(db, bucketKey('order-mailbox', mailboxOf(email)), perMailbox, now());
}
