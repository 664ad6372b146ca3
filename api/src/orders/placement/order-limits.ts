import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { networkOf } from '../../platform/rate-limit/client-ip.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { bucketKey, type Limits } from '../../platform/rate-limit/rate-limits.ts';
import { type Bucket, giveBackTokens, takeTokens } from '../../platform/rate-limit/token-buckets.ts';

/** Many clients share one IP address; manual orders stay far below this rate. */
export const newOrders = { burst: 200, perHour: 2000 };

/** Order numbers are consecutive, so guessing e-mail addresses for them is limited (T3). */
const lookups = { clientIp: { burst: 20, perHour: 60 }, network: { burst: 1000, perHour: 3000 } };
/**
 * Limit per network and e-mail address, so that a stranger who knows an address does not block its owner
 * elsewhere. Both limits are for a day. The owner's link has neither (T30).
 */
const lookupsFromNetwork = { burst: 10, perHour: 10 / 24 };
const lookupsOfMailbox = { burst: 20, perHour: 20 / 24 };

/** The rate limits for an e-mail address. The one shared by all networks comes last. */
function mailboxBuckets(email: string, ip: string): Bucket[] {
  const mailbox = mailboxOf(email);
  return [
    { key: bucketKey('order-lookup-from', mailbox, networkOf(ip)), rate: lookupsFromNetwork },
    { key: bucketKey('order-lookup-mailbox', mailbox), rate: lookupsOfMailbox },
  ];
}

/**
 * Looks up an order by its number and e-mail address, or by its link. A successful lookup does not count against the
 * address and the network. A failed one does, because an attacker may try numbers for a known address from
 * many client IPs (T19).
 * @throws Problem too_many_attempts, and the errors of `find`
 */
export async function limitLookup<Found>(
  limits: Limits,
  ip: string,
  email: string | undefined,
  find: () => Promise<Found>,
): Promise<Found> {
  const [clientBucket, network] = clientBuckets('order-lookup', ip, lookups);
  const wrong = [network, ...(email === undefined ? [] : mailboxBuckets(email, ip))];
  await takeTokens(limits, [clientBucket, ...wrong]);
  const result = await find();
  await giveBackTokens(limits, wrong);
  return result;
}

const perMailbox = { burst: 30, perHour: 10 };

/**
 * Limits mail to one address, because anyone can order with any e-mail address, with or without an account (T21, T26).
 * @throws Problem too_many_attempts
 */
export function limitMailbox(limits: Limits, email: string): Promise<void> {
  return limits.take(bucketKey('order-mailbox', mailboxOf(email)), perMailbox);
}
