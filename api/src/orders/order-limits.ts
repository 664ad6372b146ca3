import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { machineOf, networkOf } from '../limits/client-address.ts';
import { bucketKey, type Limits, type Rate } from '../limits/limits.ts';

/** Many share one address of the network; nobody places so many by hand. */
export const newOrders = { burst: 200, perHour: 2000 };

/** Numbers follow each other: who tries addresses with them is stopped soon (T3). */
const lookupsOfMachine = { burst: 20, perHour: 60 };
const lookupsOfNetwork = { burst: 100, perHour: 300 };
const lookupsOfMailbox = { burst: 20, perHour: 20 };

const bucketOf = (email: string): [string, Rate] => [
  bucketKey('order-lookup-mailbox', mailboxOf(email)),
  lookupsOfMailbox,
];

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
  const wrong: [string, Rate][] = [
    [bucketKey('order-lookup-network', networkOf(ip)), lookupsOfNetwork],
    ...(email === undefined ? [] : [bucketOf(email)]),
  ];
  // The machine's first: one alone uses up nobody's address.
  await limits.take(bucketKey('order-lookup', machineOf(ip)), lookupsOfMachine);
  for (const [key, rate] of wrong) await limits.take(key, rate);
  const found = await find();
  for (const [key, rate] of wrong) await limits.giveBack(key, rate);
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
