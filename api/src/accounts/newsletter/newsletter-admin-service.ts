import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import type { Db } from '../../db.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import type { PersonalDataSource } from '../customers/account-context.ts';
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

const maxListed = 10_000;

/**
 * Lists subscriptions for operators, latest first.
 * @param state limits the list to this state
 */
export function listSubscriptions(db: Db, state?: SubscriptionState): Promise<Subscription[]> {
  return readSubscriptions(db, state, maxListed);
}

/** Finds a subscription with the coupon of its mailbox; undefined when the address is unknown. */
export async function findWithCoupon(
  db: Db,
  address: string,
): Promise<(Subscription & { coupon: string | undefined }) | undefined> {
  const email = normalEmail(address);
  const subscription = await findSubscription(db, email);
  return subscription && { ...subscription, coupon: await findCoupon(db, hashOf(mailboxOf(email))) };
}

const rememberPendingMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes expired links, and addresses that were not confirmed within a month. */
export async function forgetUnconfirmed(db: Db, now: Date): Promise<void> {
  await deleteLinksBefore(db, now);
  await deletePendingBefore(db, new Date(now.getTime() - rememberPendingMs));
}

/**
 * The newsletter's part of a customer's data (POPIA). The coupon stays, stored by the hash of its mailbox,
 * so that a new account does not get a second one.
 */
export const newsletterDataSource: PersonalDataSource = {
  name: 'newsletter',
  exportOf: async (db, { email }) => (await findWithCoupon(db, email)) ?? null,
  erase: (db, { email }) => deleteSubscription(db, email),
};
