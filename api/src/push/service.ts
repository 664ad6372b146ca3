import { Problem } from '@fynbos/core/problem.ts';
import type { Keeper } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Db } from '../db.ts';
import { canEncryptFor, isPushService, type PushSender } from './push-post.ts';
import {
  countMessages,
  deleteAllBut,
  deleteOldOrders,
  deleteSubscription,
  deleteSubscriptionsOf,
  insertOrder,
  readSubscriptionsOf,
  type Subscription,
  upsertSubscription,
} from './store.ts';
import { pushLocale } from './words.ts';

/** Browsers of one customer, and of one guest's order. */
const mostOfCustomer = 10;
const mostOfOrder = 5;
/** What becomes of an order is long decided then. */
const forgetMs = 60 * 24 * 60 * 60 * 1000;

/** Who wants to hear, and of what. */
export interface Wish extends Subscription {
  locale: string | undefined;
  orderId: string | undefined;
}

/**
 * Writes a browser down that wants to hear what becomes of orders: of a customer's all, as long as their login lasts;
 * of a guest's the one whose id it shows.
 *
 * @throws Problem invalid_input for an address that is no push service's, or keys that are none; not_logged_in for a
 *   guest without an order; too_many_attempts where enough browsers hear of that order
 */
export async function subscribe(
  db: Db,
  { services }: PushSender,
  actor: Pick<Actor, 'id' | 'sessionId' | 'locale'> | undefined,
  { orderId, locale, ...subscription }: Wish,
): Promise<true> {
  const { endpoint, p256dh, auth } = subscription;
  if (!isPushService(services, endpoint)) throw refused('body/endpoint', 'is not of a known push service');
  if (!(await canEncryptFor({ endpoint, p256dh, auth }))) throw refused('body/keys', 'are no keys');
  if (!actor && orderId === undefined) throw new Problem('not_logged_in');
  await db.transaction().execute(async (trx) => {
    const id = await upsertSubscription(trx, {
      ...{ endpoint, p256dh, auth, locale: pushLocale(locale ?? actor?.locale) },
      ...{ customer_id: actor?.id ?? null, session_id: actor?.sessionId ?? null },
    });
    if (actor) await deleteAllBut(trx, actor.id, mostOfCustomer);
    else if (!(await insertOrder(trx, orderId!, id, mostOfOrder))) throw new Problem('too_many_attempts');
  });
  return true;
}

const refused = (field: string, message: string) => new Problem('invalid_input', {}, [{ field, message }]);

/** Sends a browser nothing any more. */
export async function unsubscribe(db: Db, endpoint: string): Promise<true> {
  await deleteSubscription(db, endpoint);
  return true;
}

/** Forgets guests' orders that were listened to two months ago, and browsers that listen to nothing. */
export const forgetOldPush = (db: Db, now: Date): Promise<void> =>
  deleteOldOrders(db, new Date(now.getTime() - forgetMs));

/** How many messages wait to be sent, and for how many seconds the oldest does. */
export const pushStanding = (db: Db) => countMessages(db);

/** The browsers of a customer. */
export const pushKeeper: Keeper = {
  name: 'push_subscriptions',
  exportOf: (db, { id }) => readSubscriptionsOf(db, id),
  erase: (db, { id }) => deleteSubscriptionsOf(db, id),
};
