import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { networkOf } from '../limits/client-address.ts';
import { bucketKey, type Limits } from '../limits/limits.ts';
import { machineBuckets } from '../limits/machines.ts';
import { type Bucket, giveBackAll, takeAll } from '../limits/take-all.ts';

/** Many share one address of the network; nobody places so many by hand. */
export const newOrders = { burst: 200, perHour: 2000 };

/** Numbers follow each other: who tries addresses with them is stopped soon (T3). */
const lookups = { machine: { burst: 20, perHour: 60 }, network: { burst: 1000, perHour: 3000 } };
/** From one network with one address for mail: nobody who knows an address keeps its owner, elsewhere, from looking. */
const lookupsFromNetwork = { burst: 20, perHour: 20 };
const lookupsOfMailbox = { burst: 100, perHour: 100 };

/** Where tries with an address are counted; what its owner shares with everybody comes last. */
function mailboxBuckets(email: string, ip: string): Bucket[] {
  const mailbox = mailboxOf(email);
  return [
    { key: bucketKey('order-lookup-from', mailbox, networkOf(ip)), rate: lookupsFromNetwork },
    { key: bucketKey('order-lookup-mailbox', mailbox), rate: lookupsOfMailbox },
  ];
}

/**
 * Looks an order up for somebody who shows a number and an address for mail. What is found costs the address and the
 * network nothing; what is not does, since who knows an address tries numbers with it from many machines (T19).
 *
 * @throws Problem too_many_attempts, and what `find` does
 */
export async function limitLookup<Found>(
  limits: Limits,
  ip: string,
  email: string | undefined,
  find: () => Promise<Found>,
): Promise<Found> {
  const [machine, network] = machineBuckets('order-lookup', ip, lookups);
  const wrong = [network!, ...(email === undefined ? [] : mailboxBuckets(email, ip))];
  await takeAll(limits, [machine!, ...wrong]);
  const found = await find();
  await giveBackAll(limits, wrong);
  return found;
}

const perMailbox = { burst: 30, perHour: 10 };

/**
 * Anybody may write any address into an order, and it is written to: nobody is flooded that way (T21).
 *
 * @throws Problem too_many_attempts
 */
export function limitMailbox(limits: Limits, email: string): Promise<void> {
  return limits.take(bucketKey('order-mailbox', mailboxOf(email)), perMailbox);
}
