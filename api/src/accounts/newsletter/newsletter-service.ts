import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import { clientIpOf } from '../../platform/rate-limit/client-ip.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { bucketKey, type Limits } from '../../platform/rate-limit/rate-limits.ts';
import { takeAll } from '../../platform/rate-limit/token-buckets.ts';
import { hashOf, newToken } from '../../platform/security/random-token.ts';
import { recordConsent } from '../consents/consent-service.ts';
import { findCustomerByEmail } from '../customers/customer-store.ts';
import { mailBucket, mayMail } from '../customers/mail-limits.ts';
import { newCouponCode } from './coupon-code.ts';
import {
  consumeLink,
  deleteExpiredLinks,
  deleteLinks,
  findSubscription,
  findSubscriptionForUpdate,
  insertLink,
  type Link,
  type SubscriptionState,
  saveCoupon,
  savePending,
  saveState,
} from './newsletter-store.ts';

/** Dependencies of the newsletter, created once at startup. */
export interface Newsletter {
  db: Db;
  now: () => Date;
  limits: Limits;
  /** Base address of links in mails. */
  shopUrl: string;
}

/** The caller: the e-mail address of the token's customer, if any, and the client IP. */
export interface Reader {
  email: string | undefined;
  ip: string;
}

const confirmHours = 48;
const hourMs = 60 * 60 * 1000;
/** A link to leave the newsletter works as long as a reader may still have the mail. */
const endYears = 10;
/** A client IP can cause five mails an hour, however many addresses it enters (T21). */
const rates = { clientIp: { burst: 5, perHour: 5 }, network: { burst: 500, perHour: 500 } };
const perFollower = { burst: 30, perHour: 60 };

/** Returns the true state for the reader's own address, and "unsubscribed" for any other (spec D15). */
export async function stateFor(
  { db }: Newsletter,
  email: string,
  reader: Reader,
): Promise<SubscriptionState> {
  if (!isOwn(email, reader)) return 'unsubscribed';
  return (await findSubscription(db, normalEmail(email)))?.state ?? 'unsubscribed';
}

export interface SubscriptionRequest {
  email: string;
  locale?: string;
  /** Version of the text that the reader agreed to. */
  text_version?: string;
}

/**
 * Requests the newsletter; it starts when the mailed link is followed. A repeated request sends the mail
 * again. The response is the same for an address that is subscribed already, unless it is the reader's own.
 * @throws Problem too_many_attempts
 */
export async function subscribe(
  newsletter: Newsletter,
  request: SubscriptionRequest,
  reader: Reader,
): Promise<SubscriptionState> {
  await countMail(newsletter, request.email, reader.ip);
  const pending = await newsletter.db.transaction().execute((trx) => begin(newsletter, trx, request));
  return pending || !isOwn(request.email, reader) ? 'pending' : 'subscribed';
}

/**
 * The same within another transaction, such as a registration; sends no mail when the mailbox has reached
 * its limit.
 */
export async function subscribeAlong(
  newsletter: Newsletter,
  trx: Db,
  request: SubscriptionRequest,
): Promise<void> {
  const limits = newsletter.limits.within(trx);
  if (await mayMail(limits, 'newsletter', request.email)) await begin(newsletter, trx, request);
}

/** @returns false when the address is subscribed already; no mail is sent then */
async function begin(newsletter: Newsletter, trx: Db, request: SubscriptionRequest): Promise<boolean> {
  const [email, locale] = [normalEmail(request.email), mailLocale(request.locale)];
  const text_version = request.text_version ?? '';
  if (!(await savePending(trx, { email, locale, text_version, updated_at: newsletter.now() }))) return false;
  const link = await newLink(newsletter, trx, email, 'confirm');
  const values = { link, hours: confirmHours };
  await queueMail(trx, { template: 'newsletterConfirm', to: email, locale, values });
  return true;
}

/**
 * Ends the newsletter: at once for the reader's own address, otherwise after confirmation by mail. The
 * response does not reveal whether the address is subscribed.
 * @throws Problem too_many_attempts
 */
export async function unsubscribe(
  newsletter: Newsletter,
  address: string,
  reader: Reader,
): Promise<SubscriptionState> {
  const email = normalEmail(address);
  if (isOwn(email, reader)) {
    await newsletter.db.transaction().execute((trx) => leave(newsletter, trx, email));
    return 'unsubscribed';
  }
  await countMail(newsletter, email, reader.ip);
  await newsletter.db.transaction().execute((trx) => mailUnsubscribeLink(newsletter, trx, email));
  return 'pending';
}

async function mailUnsubscribeLink(newsletter: Newsletter, trx: Db, email: string): Promise<void> {
  const subscription = await findSubscriptionForUpdate(trx, email);
  if (!subscription || subscription.state === 'unsubscribed') return;
  const link = await newLink(newsletter, trx, email, 'end', confirmHours * hourMs);
  const { locale } = subscription;
  await queueMail(trx, {
    template: 'newsletterEnd',
    to: email,
    locale,
    values: { link, hours: confirmHours },
  });
}

/** Result of a followed link. */
export interface Followed {
  state: SubscriptionState;
  /** The 10 % coupon of the mailbox, when the newsletter has started. */
  coupon?: string;
}

/**
 * Follows a mailed link, which confirms or ends a subscription once.
 * @throws Problem newsletter_link_invalid
 */
export async function followLink(newsletter: Newsletter, link: string, ip: string): Promise<Followed> {
  const { db, now, limits } = newsletter;
  await limits.take(bucketKey('newsletter-link', clientIpOf(ip)), perFollower);
  return db.transaction().execute(async (trx) => {
    const followed = await consumeLink(trx, hashOf(link), now());
    if (!followed) throw new Problem('newsletter_link_invalid');
    if (followed.purpose === 'confirm') return confirm(newsletter, trx, followed.email);
    await leave(newsletter, trx, followed.email);
    return { state: 'unsubscribed' };
  });
}

async function confirm(newsletter: Newsletter, trx: Db, email: string): Promise<Followed> {
  const { locale, text_version } = (await findSubscriptionForUpdate(trx, email))!;
  await saveState(trx, email, 'subscribed', newsletter.now());
  await deleteLinks(trx, email);
  await noteConsent(newsletter, trx, { email, given: true, text_version });
  const coupon = await saveCoupon(trx, hashOf(mailboxOf(email)), newCouponCode(), newsletter.now());
  const endLink = await newLink(newsletter, trx, email, 'end');
  const link = mailedAddress(newsletter.shopUrl, mailedPages.shop);
  const values = { coupon, link, endLink };
  await queueMail(trx, { template: 'newsletterWelcome', to: email, locale, values });
  return { state: 'subscribed', coupon };
}

async function leave(newsletter: Newsletter, trx: Db, email: string): Promise<void> {
  const subscription = await findSubscriptionForUpdate(trx, email);
  if (!subscription || subscription.state === 'unsubscribed') return;
  await saveState(trx, email, 'unsubscribed', newsletter.now());
  await deleteLinks(trx, email);
  if (subscription.state === 'pending') return;
  const { locale, text_version } = subscription;
  await noteConsent(newsletter, trx, { email, given: false, text_version });
  await queueMail(trx, { template: 'newsletterGoodbye', to: email, locale, values: {} });
}

async function noteConsent(
  { now }: Newsletter,
  trx: Db,
  consent: { email: string; given: boolean; text_version: string },
): Promise<void> {
  const customer = await findCustomerByEmail(trx, consent.email);
  await recordConsent(trx, {
    ...consent,
    purpose: 'newsletter',
    customer_id: customer?.id ?? null,
    at: now(),
  });
}

async function newLink(
  { now, shopUrl }: Newsletter,
  trx: Db,
  email: string,
  purpose: Link['purpose'],
  lifeMs = purpose === 'confirm' ? confirmHours * hourMs : endYears * 365 * 24 * hourMs,
): Promise<string> {
  const secret = newToken();
  await deleteExpiredLinks(trx, email, now());
  await insertLink(trx, {
    hash: hashOf(secret),
    email,
    purpose,
    expires_at: new Date(now().getTime() + lifeMs),
  });
  return mailedAddress(shopUrl, mailedPages.newsletter, secret);
}

/** Counts a mail caused by a client IP, whether it is sent or not: a refusal must reveal nothing. */
function countMail({ limits }: Newsletter, email: string, ip: string): Promise<void> {
  return takeAll(limits, [...clientBuckets('newsletter', ip, rates), mailBucket('newsletter', email)]);
}

const isOwn = (email: string, reader: Reader) => normalEmail(email) === reader.email;
