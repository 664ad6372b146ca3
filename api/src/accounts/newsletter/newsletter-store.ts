import { sql } from 'kysely';
import type { Db } from '../../db.ts';

export type SubscriptionState = 'pending' | 'subscribed' | 'unsubscribed';

export interface NewsletterSubscription {
  email: string;
  state: SubscriptionState;
  locale: string;
  text_version: string;
  updated_at: Date;
}

export function findSubscription(db: Db, email: string): Promise<NewsletterSubscription | undefined> {
  return db.selectFrom('newsletter_subscription').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Returns the subscription, locked until the transaction ends. */
export function findSubscriptionForUpdate(
  db: Db,
  email: string,
): Promise<NewsletterSubscription | undefined> {
  return db
    .selectFrom('newsletter_subscription')
    .selectAll()
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Stores a request for the newsletter.
 * @returns false when the address is subscribed already
 */
export async function savePending(
  db: Db,
  subscription: Omit<NewsletterSubscription, 'state'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into newsletter_subscription (email, state, locale, text_version, updated_at)
    values (${subscription.email}, 'pending', ${subscription.locale}, ${subscription.text_version}, ${subscription.updated_at})
    on conflict (email) do update set state = 'pending', locale = excluded.locale,
      text_version = excluded.text_version, updated_at = excluded.updated_at
    where newsletter_subscription.state <> 'subscribed'
    returning email`.execute(db);
  return rows.length > 0;
}

export async function saveState(db: Db, email: string, state: SubscriptionState, at: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscription')
    .set({ state, updated_at: at })
    .where('email', '=', email)
    .execute();
}

export interface Link {
  hash: Buffer;
  email: string;
  purpose: 'confirm' | 'end';
  expires_at: Date;
}

export async function insertLink(db: Db, link: Link): Promise<void> {
  await db.insertInto('newsletter_link').values(link).execute();
}

/**
 * Takes a link: one that confirms works once, one that ends works until it expires.
 * @param only the purpose that is accepted; both if undefined
 * @returns its address and purpose; undefined when unknown, expired or of another purpose
 */
export async function takeLink(
  db: Db,
  hash: Buffer,
  now: Date,
  only: Link['purpose'] | undefined,
): Promise<Pick<Link, 'email' | 'purpose'> | undefined> {
  const link = await db
    .selectFrom('newsletter_link')
    .select(['email', 'purpose'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  if (!link || (only && link.purpose !== only)) return undefined;
  if (link.purpose === 'confirm') await db.deleteFrom('newsletter_link').where('hash', '=', hash).execute();
  return link;
}

/** Deletes the links of an address that would confirm it. */
export async function deleteConfirmLinks(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('newsletter_link')
    .where('email', '=', email)
    .where('purpose', '=', 'confirm')
    .execute();
}

/** Deletes expired links of an address. */
export async function deleteExpiredLinks(db: Db, email: string, now: Date): Promise<void> {
  await db.deleteFrom('newsletter_link').where('email', '=', email).where('expires_at', '<=', now).execute();
}

/** Deletes all expired links. */
export async function deleteLinksBefore(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('newsletter_link').where('expires_at', '<=', now).execute();
}

/** Deletes addresses requested before this instant and never confirmed. */
export async function deletePendingBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('newsletter_subscription')
    .where('state', '=', 'pending')
    .where('updated_at', '<', before)
    .execute();
}

/**
 * Assigns this coupon to a mailbox unless it has one.
 * @returns the coupon it has
 */
export async function saveCoupon(db: Db, mailboxHash: Buffer, code: string, at: Date): Promise<string> {
  // The update changes nothing; it makes the statement return the existing row.
  const row = await db
    .insertInto('newsletter_coupon')
    .values({ mailbox_hash: mailboxHash, coupon_code: code, granted_at: at })
    .onConflict((conflict) =>
      conflict
        .column('mailbox_hash')
        .doUpdateSet((eb) => ({ mailbox_hash: eb.ref('excluded.mailbox_hash') })),
    )
    .returning('coupon_code')
    .executeTakeFirstOrThrow();
  return row.coupon_code;
}

export async function findCoupon(db: Db, mailboxHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_coupon')
    .select('coupon_code')
    .where('mailbox_hash', '=', mailboxHash)
    .executeTakeFirst();
  return row?.coupon_code;
}

/**
 * Returns subscriptions, latest first.
 * @param state limits the list to this state
 */
export function readSubscriptions(
  db: Db,
  state: SubscriptionState | undefined,
  limit: number,
): Promise<NewsletterSubscription[]> {
  const newest = db
    .selectFrom('newsletter_subscription')
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('email')
    .limit(limit);
  return (state === undefined ? newest : newest.where('state', '=', state)).execute();
}

export async function deleteSubscription(db: Db, email: string): Promise<void> {
  await db.deleteFrom('newsletter_subscription').where('email', '=', email).execute();
}
