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
  type NewsletterSubscription,
  readSubscriptions,
  type SubscriptionState,
} from './newsletter-store.ts';

const maxListed = 10_000;

/**
 * Lists subscriptions for operators, latest first.
 * @param state limits the list to this state
 */
export function listSubscriptions(db: Db, state?: SubscriptionState): Promise<NewsletterSubscription[]> {
  return readSubscriptions(db, state, maxListed);
}

/** Finds a subscription with the coupon of its mailbox; undefined when the address is unknown. */
export async function findWithCoupon(
  db: Db,
  address: string,
): Promise<(NewsletterSubscription & { coupon: string | undefined }) | undefined> {
  const email = normalEmail(address);
  const subscription = await findSubscription(db, email);
  return subscription && { ...subscription, coupon: await findCoupon(db, hashOf(mailboxOf(email))) };
}

/** The coupon belongs to a reader who has confirmed, not to every spelling of the mailbox (T25). */
async function findExported(db: Db, email: string) {
  const subscription = await findWithCoupon(db, email);
  const isReader = subscription?.state === 'subscribed';
  return isReader ? subscription : subscription && { ...subscription, coupon: undefined };
}

const rememberPendingMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes expired links, and addresses that were not confirmed within a month. */
export async function forgetUnconfirmed(db: Db, now: Date): Promise<void> {
  await deleteLinksBefore(db, now);
  await deletePendingBefore(db, new Date(now.getTime() - rememberPendingMs));
}

/**
 * The newsletter's part of a customer's data (POPIA), for an address that the customer has proven. The coupon stays, stored by the hash of its mailbox,
 * so that a new account does not get a second one.
 */
export const newsletterDataSource: PersonalDataSource = {
  name: 'newsletter',
  exportOf: async (db, { provenEmail }) =>
    provenEmail === undefined ? null : ((await findExported(db, provenEmail)) ?? null),
  async erase(db, { provenEmail }) {
    if (provenEmail !== undefined) await deleteSubscription(db, provenEmail);
  },
};
