import { normalEmail } from '@fynbos/core/accounts/fields.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { Db } from '../db.ts';
import type { Keeper } from './accounts.ts';
import {
  deleteLinksBefore,
  deletePendingBefore,
  deleteSubscription,
  findCoupon,
  findSubscription,
  readSubscriptions,
  type Subscription,
  type SubscriptionState,
} from './newsletter-store.ts';
import { hashOf } from './token.ts';

const mostListed = 10_000;

/** The subscriptions an operator looks at, the latest first. @param state only these; all without */
export function listSubscriptions(db: Db, state?: SubscriptionState): Promise<Subscription[]> {
  return readSubscriptions(db, state, mostListed);
}

/** One subscription with the coupon of its mailbox; undefined when the shop knows nothing of the address. */
export async function findWithCoupon(
  db: Db,
  address: string,
): Promise<(Subscription & { coupon: string | undefined }) | undefined> {
  const email = normalEmail(address);
  const subscription = await findSubscription(db, email);
  return subscription && { ...subscription, coupon: await findCoupon(db, hashOf(mailboxOf(email))) };
}

const rememberPendingMs = 30 * 24 * 60 * 60 * 1000;

/** Forgets what came to nothing: links that hold no longer, addresses nobody confirmed within a month. */
export async function forgetUnconfirmed(db: Db, now: Date): Promise<void> {
  await deleteLinksBefore(db, now);
  await deletePendingBefore(db, new Date(now.getTime() - rememberPendingMs));
}

/**
 * The newsletter's part of a customer's data (POPIA). The coupon stays behind by the hash of its mailbox, so
 * that erasing an account brings nobody a second one.
 */
export const newsletterKeeper: Keeper = {
  name: 'newsletter',
  exportOf: async (db, { email }) => (await findWithCoupon(db, email)) ?? null,
  erase: (db, { email }) => deleteSubscription(db, email),
};
