import { sql } from 'kysely';
import { readLiveSessionIds } from '../accounts/sessions/read-store.ts';
import type { Db } from '../db.ts';
import { onlyRow } from '../platform/database/only-row.ts';

/** The channel that announces new messages. */
export const pushChannel = 'push';

/** A browser as identified by its push service and its keys. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface NewSubscription extends BrowserSubscription {
  locale: string;
  customer_id: number | null;
  session_id: string | null;
}

/**
 * Inserts or updates a browser, including its owner.
 * @returns its id
 */
export async function upsertSubscription(db: Db, subscription: NewSubscription): Promise<number> {
  const { endpoint: _, ...rest } = subscription;
  const { id } = await db
    .insertInto('push_subscription')
    .values(subscription)
    .onConflict((clash) => clash.column('endpoint').doUpdateSet(rest))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * @param max browsers per order.
 * @returns false when the order has that many already
 */
export async function insertPushOrder(db: Db, orderId: string, id: number, max: number): Promise<boolean> {
  const { rows } = await sql`insert into push_order (order_id, subscription_id)
    select ${orderId}::uuid, ${id}::bigint
    where (select count(*) from push_order where order_id = ${orderId}::uuid and subscription_id <> ${id}::bigint) < ${max}::int
    on conflict (order_id, subscription_id) do update set created_at = now() returning 1`.execute(db);
  return rows.length > 0;
}

/** Keeps the newest browsers of a customer and deletes the others. */
export async function deleteAllBut(db: Db, customerId: number, max: number): Promise<void> {
  await sql`delete from push_subscription where customer_id = ${customerId} and id not in (
    select id from push_subscription where customer_id = ${customerId} order by id desc limit ${max}::int)`.execute(
    db,
  );
}

export async function deletePushSubscription(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
}

export async function deleteSubscriptionById(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

/** The session or the order that a subscription is looked up by; with neither, any guest order counts. */
export interface SubscriptionFilter {
  sessionId?: string | undefined;
  orderId?: string | undefined;
}

/** Whether a browser has such a subscription. */
export async function hasSubscription(
  db: Db,
  endpoint: string,
  { sessionId, orderId }: SubscriptionFilter,
): Promise<boolean> {
  const { rows } = await sql`select 1 from push_subscription as one where endpoint = ${endpoint} and (
    session_id = ${sessionId ?? null}::uuid
    or exists (select from push_order where subscription_id = one.id
      and (order_id = ${orderId ?? null}::uuid or ${sessionId === undefined && orderId === undefined}::boolean)))`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Subscribers of an order: browsers with a live session of its customer, and browsers that presented its
 * id.
 */
export async function readListeners(
  db: Db,
  order: { order_id: string; customer_id: number | null },
): Promise<{ id: number; locale: string }[]> {
  const { rows } = await sql<{ id: number; locale: string }>`/* prepared: push listeners */
    select id, locale from push_subscription
    where customer_id = ${order.customer_id}::integer and session_id in (${readLiveSessionIds(order.customer_id)})
    union select id, locale from push_order join push_subscription on id = subscription_id
    where order_id = ${order.order_id}::uuid`.execute(db);
  return rows;
}

export interface NewMessage {
  subscription_id: number;
  topic: string;
  /** JSON, as the browser receives it. */
  body: string;
}

/** Queues messages, and notifies the sender when the transaction commits. */
export async function insertMessages(db: Db, messages: NewMessage[]): Promise<void> {
  await db.insertInto('push_message').values(messages).execute();
  await sql`select pg_notify(${pushChannel}, '')`.execute(db);
}

export interface DueMessage extends BrowserSubscription {
  id: number;
  subscription_id: number;
  topic: string;
  body: string;
  tries: number;
  /** Since it was queued. */
  waitedSeconds: number;
  /** A newer message about the same topic exists. */
  outdated: boolean;
}

/**
 * Claims the message that is due first for a limited time. No other process sends it meanwhile, and it is
 * retried when this process dies. No transaction stays open during the request to the push service.
 * @param pauses seconds until the next attempt, by number of previous attempts; the last value repeats
 */
export async function claimNextMessage(db: Db, pauses: readonly number[]): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`with claimed as (
      update push_message set attempt_no = attempt_no + 1,
        next_try_at = now() + make_interval(secs => (${pauses}::float8[])[least(attempt_no, ${pauses.length - 1}::int) + 1])
      where id = (select id from push_message where next_try_at <= now() order by next_try_at, id limit 1
        for update skip locked)
      returning *
    ) select claimed.id, subscription_id, topic, body, attempt_no as tries, endpoint, p256dh, auth,
      extract(epoch from now() - claimed.created_at)::float8 as "waitedSeconds",
      exists (select from push_message as newer where newer.subscription_id = claimed.subscription_id
        and newer.topic = claimed.topic and newer.id > claimed.id) as outdated
    from claimed join push_subscription on push_subscription.id = subscription_id`.execute(db);
  return rows[0];
}

/** Deletes a message and the older ones with the same topic, which must not arrive after it. */
export async function deleteMessage(
  db: Db,
  { id, subscription_id, topic }: Pick<DueMessage, 'id' | 'subscription_id' | 'topic'>,
): Promise<void> {
  await db
    .deleteFrom('push_message')
    .where('subscription_id', '=', subscription_id)
    .where('topic', '=', topic)
    .where('id', '<=', id)
    .execute();
}

/** @param seconds minimum delay before the next attempt, as the push service requested */
export async function noteFailure(db: Db, id: number, failure: string, seconds: number): Promise<void> {
  await sql`update push_message set failure = ${failure},
    next_try_at = greatest(next_try_at, now() + make_interval(secs => ${seconds})) where id = ${id}`.execute(
    db,
  );
}

/** The browsers of a customer. */
export function readSubscriptionsOf(db: Db, customerId: number) {
  return db
    .selectFrom('push_subscription')
    .select(['endpoint', 'locale', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

export async function deleteSubscriptionsOf(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('customer_id', '=', customerId).execute();
}

/** Deletes old guest orders, and guests' browsers without any order. */
export async function deleteOldOrders(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_order').where('created_at', '<', before).execute();
  await sql`delete from push_subscription as one where customer_id is null and created_at < ${before}
    and not exists (select from push_order where subscription_id = one.id)`.execute(db);
}

/** Number of waiting messages, and the age of the oldest in seconds. */
export async function countMessages(db: Db): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from push_message`.execute(db);
  return onlyRow(rows);
}
