import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../../context.ts';
import type { Db } from '../../db.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import { inConstantTime } from '../../platform/security/constant-duration.ts';
import { hashOf, newToken } from '../../platform/security/random-token.ts';
import { recordConsent } from '../consents/consent-service.ts';
import { findCustomerByEmail, provenEmailOf } from '../customers/customer-store.ts';
import { linkRates, mayMail } from '../customers/mail-limits.ts';
import { storeEmailProof } from '../proof/proof-store.ts';
import { newCouponCode } from './coupon-code.ts';
import {
  deleteConfirmLinks,
  deleteExpiredLinks,
  findSubscription,
  findSubscriptionForUpdate,
  insertLink,
  type Link,
  type SubscriptionState,
  saveCoupon,
  savePending,
  saveState,
  takeLink,
} from './newsletter-store.ts';

/** Dependencies of the newsletter, created once at startup. */
export interface Newsletter {
  db: Db;
  now: () => Date;
  limits: Limits;
  /** Base address of links in mails. */
  shopUrl: string;
}

/** The caller: the token's customer, if any, and the client IP. */
export interface Reader {
  customer: Actor | undefined;
  ip: string;
}

const confirmHours = 48;
const hourMs = 60 * 60 * 1000;
/** A link to leave the newsletter works as long as a reader may still have the mail. */
const endYears = 10;
/** A client IP can cause five mails an hour, however many addresses it enters (T21). */
const rates = { clientIp: { burst: 5, perHour: 5 }, network: { burst: 500, perHour: 500 } };

/** Returns the true state for the reader's own, proven address, and "unsubscribed" for any other (spec D15). */
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
 * again. Text and duration are the same for an address that is subscribed already (T6), unless it is the
 * reader's own.
 * @throws Problem too_many_attempts
 */
export async function subscribe(
  newsletter: Newsletter,
  request: SubscriptionRequest,
  reader: Reader,
): Promise<SubscriptionState> {
  await takeTokens(newsletter.limits, clientBuckets('newsletter', reader.ip, rates));
  const pending = await inConstantTime(
    newsletter.db.transaction().execute((trx) => begin(newsletter, trx, request)),
  );
  return pending || !isOwn(request.email, reader) ? 'pending' : 'subscribed';
}

/** The same within another transaction, such as a registration. */
export async function subscribeAlong(
  newsletter: Newsletter,
  trx: Db,
  request: SubscriptionRequest,
): Promise<void> {
  await begin(newsletter, trx, request);
}

/**
 * Sends no mail when the mailbox has reached its limit.
 * @returns false when the address is subscribed already; no mail is sent then
 */
async function begin(newsletter: Newsletter, trx: Db, request: SubscriptionRequest): Promise<boolean> {
  const [email, locale] = [normalEmail(request.email), mailLocale(request.locale)];
  const text_version = request.text_version ?? '';
  if (!(await savePending(trx, { email, locale, text_version, updated_at: newsletter.now() }))) return false;
  if (!(await mayWrite(newsletter, trx, email))) return true;
  const link = await newLink(newsletter, trx, { email, purpose: 'confirm' });
  const values = { link, hours: confirmHours };
  await queueMail(trx, { template: 'newsletterConfirm', to: email, locale, values });
  return true;
}

/**
 * Ends the newsletter: at once for the reader's own address, otherwise after confirmation by mail. The
 * response does not reveal whether the address is subscribed, by its text or its duration.
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
  await takeTokens(newsletter.limits, clientBuckets('newsletter', reader.ip, rates));
  await inConstantTime(
    newsletter.db.transaction().execute((trx) => mailUnsubscribeLink(newsletter, trx, email)),
  );
  return 'pending';
}

async function mailUnsubscribeLink(newsletter: Newsletter, trx: Db, email: string): Promise<void> {
  const subscription = await findSubscriptionForUpdate(trx, email);
  if (!subscription || subscription.state === 'unsubscribed') return;
  if (!(await mayWrite(newsletter, trx, email))) return;
  const link = await newLink(newsletter, trx, { email, purpose: 'end', lifeMs: confirmHours * hourMs });
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
 * Follows a mailed link, which confirms a subscription once, or ends it, however often a mailbox provider
 * repeats its request. A confirmation in a session of the account proves its address. Elsewhere it proves the mailbox of the reader only: somebody else may have
 * registered the account (T25).
 * @throws Problem newsletter_link_invalid, too_many_attempts
 */
export async function followLink(
  newsletter: Newsletter,
  { link, purpose }: { link: string; purpose?: 'end' },
  { customer, ip }: Reader,
): Promise<Followed> {
  const { db, now, limits } = newsletter;
  await takeTokens(limits, clientBuckets('newsletter-link', ip, linkRates));
  return db.transaction().execute(async (trx) => {
    const followed = await takeLink(trx, hashOf(link), now(), purpose);
    if (!followed) throw new Problem('newsletter_link_invalid');
    if (followed.purpose === 'confirm') {
      if (customer?.email === followed.email) await storeEmailProof(trx, customer.id, now());
      return confirm(newsletter, trx, followed.email);
    }
    await leave(newsletter, trx, followed.email);
    return { state: 'unsubscribed' };
  });
}

async function confirm(newsletter: Newsletter, trx: Db, email: string): Promise<Followed> {
  const subscription = await findSubscriptionForUpdate(trx, email);
  if (!subscription) throw new Problem('newsletter_link_invalid');
  const { locale, text_version } = subscription;
  await saveState(trx, email, 'subscribed', newsletter.now());
  await deleteConfirmLinks(trx, email);
  await noteConsent(newsletter, trx, { email, given: true, text_version });
  const coupon = await saveCoupon(trx, hashOf(mailboxOf(email)), newCouponCode(), newsletter.now());
  const endLink = await newLink(newsletter, trx, { email, purpose: 'end' });
  const link = mailedAddress(newsletter.shopUrl, mailedPages.shop);
  const values = { coupon, link, endLink };
  await queueMail(trx, { template: 'newsletterWelcome', to: email, locale, values });
  return { state: 'subscribed', coupon };
}

async function leave(newsletter: Newsletter, trx: Db, email: string): Promise<void> {
  const subscription = await findSubscriptionForUpdate(trx, email);
  if (!subscription || subscription.state === 'unsubscribed') return;
  await saveState(trx, email, 'unsubscribed', newsletter.now());
  await deleteConfirmLinks(trx, email);
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
    customer_id: customer && provenEmailOf(customer) ? customer.id : null,
    at: now(),
  });
}

async function newLink(
  { now, shopUrl }: Newsletter,
  trx: Db,
  {
    email,
    purpose,
    lifeMs = purpose === 'confirm' ? confirmHours * hourMs : endYears * 365 * 24 * hourMs,
  }: { email: string; purpose: Link['purpose']; lifeMs?: number | undefined },
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

/**
 * Counts a mail to the mailbox, only when one is about to be sent: otherwise a stranger could prevent the
 * owner's (T21). The response is the same when there is none left.
 */
const mayWrite = ({ limits }: Newsletter, trx: Db, email: string) =>
  mayMail(limits.within(trx), 'newsletter', email);

/** Whether the address is the reader's own, proven one (T25). */
const isOwn = (email: string, { customer }: Reader) => normalEmail(email) === customer?.provenEmail;
