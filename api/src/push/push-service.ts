import { Problem } from '@fynbos/core/problem.ts';
import type { PersonalDataSource } from '../accounts/customers/account-context.ts';
import type { Actor } from '../context.ts';
import type { Db } from '../db.ts';
import { pushLocale } from '../platform/push/push-messages.ts';
import { canEncryptFor, isPushService, type PushSender } from './push-client.ts';
import {
  type BrowserSubscription,
  countMessages,
  deleteAllBut,
  deleteOldOrders,
  deletePushSubscription,
  deleteSubscriptionsOf,
  hasSubscription,
  insertPushOrder,
  readSubscriptionsOf,
  type SubscriptionFilter,
  upsertSubscription,
} from './push-store.ts';

/** Maximum browsers per customer, and per guest order. */
const maxPerCustomer = 10;
const maxPerOrder = 5;
/** Age at which guest orders are deleted; their state is final by then. */
const forgetMs = 60 * 24 * 60 * 60 * 1000;

/** A browser, and the messages that it subscribes to. */
export interface PushSubscriptionRequest extends BrowserSubscription {
  locale: string | undefined;
  orderId: string | undefined;
}

/**
 * Subscribes a browser to messages about orders. A customer's browser gets messages about all their orders
 * while the session lasts; a guest's browser gets those of the order whose id it presents.
 * @throws Problem invalid_input when the address is not of a known push service or the keys are invalid;
 * not_logged_in for a guest without an order; too_many_attempts when the order has too many browsers
 */
export async function subscribeToPush(
  db: Db,
  { services }: PushSender,
  actor: Pick<Actor, 'id' | 'sessionId' | 'locale'> | undefined,
  { orderId, locale, ...subscription }: PushSubscriptionRequest,
): Promise<true> {
  const { endpoint, p256dh, auth } = subscription;
  if (!isPushService(services, endpoint)) throw refused('body/endpoint', 'is not of a known push service');
  if (!(await canEncryptFor({ endpoint, p256dh, auth }))) throw refused('body/keys', 'are not valid keys');
  if (!actor && orderId === undefined) throw new Problem('not_logged_in');
  await db.transaction().execute(async (trx) => {
    const id = await upsertSubscription(trx, {
      ...{ endpoint, p256dh, auth, locale: pushLocale(locale ?? actor?.locale) },
      ...{ customer_id: actor?.id ?? null, session_id: actor?.sessionId ?? null },
    });
    if (actor) await deleteAllBut(trx, actor.id, maxPerCustomer);
    // A guest without an order was refused above.
    else if (!(await insertPushOrder(trx, orderId!, id, maxPerOrder))) throw new Problem('too_many_attempts');
  });
  return true;
}

const refused = (field: string, message: string) => new Problem('invalid_input', {}, [{ field, message }]);

/** Ends the subscription of a browser. */
export async function unsubscribeFromPush(db: Db, endpoint: string): Promise<true> {
  await deletePushSubscription(db, endpoint);
  return true;
}

/**
 * Whether a browser is subscribed to this session’s orders or to the given order; without either, to any
 * guest order.
 */
export const isSubscribed = (db: Db, endpoint: string, filter: SubscriptionFilter): Promise<boolean> =>
  hasSubscription(db, endpoint, filter);

/** Deletes guest orders older than two months, and browsers without any subscription. */
export const forgetOldPush = (db: Db, now: Date): Promise<void> =>
  deleteOldOrders(db, new Date(now.getTime() - forgetMs));

/** Number of waiting messages, and the age of the oldest in seconds. */
export const pushQueueStatus = (db: Db) => countMessages(db);

/** Personal data of a customer: the subscribed browsers. */
export const pushPersonalData: PersonalDataSource = {
  name: 'push_subscriptions',
  exportOf: (db, { id }) => readSubscriptionsOf(db, id),
  erase: (db, { id }) => deleteSubscriptionsOf(db, id),
  discard: (db, { id }) => deleteSubscriptionsOf(db, id),
};
