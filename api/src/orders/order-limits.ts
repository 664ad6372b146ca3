import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { bucketKey, type Limits } from '../limits/limits.ts';

/** Many share one address of the network; nobody places so many by hand. */
export const newOrders = { burst: 200, perHour: 2000 };

const perMailbox = { burst: 30, perHour: 10 };

/**
 * Anybody may write any address into an order, and it is written to: nobody is flooded that way (T21).
 *
 * @throws Problem too_many_attempts
 */
export function limitMailbox(limits: Limits, email: string): Promise<void> {
  return limits.take(bucketKey('order-mailbox', mailboxOf(email)), perMailbox);
}
