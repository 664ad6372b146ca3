import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { cleanCode, cleanText } from '@fynbos/core/clean-text.ts';
import { isPlainLine, isPlainText } from '@fynbos/core/content/review.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import { queueMail } from '../platform/mail/mail-service.ts';
import { mailLocale } from '../platform/mail/templates/mail-messages.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { clientBuckets } from '../platform/rate-limit/client-ip-rates.ts';
import { bucketKey, type Limits } from '../platform/rate-limit/rate-limits.ts';
import { takeTokens } from '../platform/rate-limit/token-buckets.ts';
import { hashOf, newToken } from '../platform/security/random-token.ts';
import { deleteExpiredContactTokens, insertContactToken, redeemContactToken } from './contact-store.ts';

/** Dependencies of contact messages, created once at start. */
export interface Contact {
  db: Db;
  now: () => Date;
  limits: Limits;
  /** The only addresses that receive contact messages (spec D11). */
  recipients: readonly string[];
}

/** The sender: the customer of the token, if any, and the client IP. */
export interface Correspondent {
  customerId: number | undefined;
  ip: string;
}

export interface ContactMessage {
  token: string;
  sourceAddress: string;
  targetAddress?: string;
  subject: string;
  emailText: string;
  confirmation?: boolean;
  locale?: string;
}

const tokenMs = 15 * 60 * 1000;
const tokens = { burst: 20, perHour: 60 };
/** A client IP can trigger five mails an hour: three contact messages and two confirmations (T21). */
const messageLimits = { clientIp: { burst: 3, perHour: 3 }, network: { burst: 300, perHour: 300 } };
const confirmations = { burst: 2, perHour: 2 };
/** A person receives at most two confirmations a day for messages sent in their name. */
const perSender = { burst: 2, perHour: 2 / 24 };

/**
 * Issues a token with which this caller can send one message within 15 minutes.
 * @throws Problem too_many_attempts
 */
export async function issueToken({ db, now, limits }: Contact, from: Correspondent): Promise<string> {
  await limits.take(bucketKey('contact-token', clientIpOf(from.ip)), tokens);
  const secret = newToken();
  const expires_at = new Date(now().getTime() + tokenMs);
  await deleteExpiredContactTokens(db, now());
  await insertContactToken(db, { hash: hashOf(secret), caller_hash: callerHash(from), expires_at });
  return secret;
}

/**
 * Sends a contact message to the shop and, on request, a confirmation to its sender. The confirmation
 * contains no text of the sender.
 * @throws Problem invalid_input, mail_recipient_refused, mail_token_refused, too_many_attempts
 */
export async function queueContactMessage(
  contact: Contact,
  sent: ContactMessage,
  from: Correspondent,
): Promise<void> {
  const message = cleanMessage(sent);
  validateContactMessage(message);
  const to = recipientOf(contact, message.targetAddress);
  await contact.db.transaction().execute(async (trx) => {
    const limits = contact.limits.within(trx);
    const token = { hash: hashOf(message.token), caller_hash: callerHash(from) };
    if (!(await redeemContactToken(trx, token, contact.now()))) throw new Problem('mail_token_refused');
    await takeTokens(limits, clientBuckets('contact', from.ip, messageLimits));
    const { sourceAddress: sender, subject, emailText: text } = message;
    await queueMail(trx, {
      ...{ template: 'contactLetter', to, replyTo: sender, locale: shop.defaultLocale },
      values: { sender, subject, text },
    });
    if (message.confirmation && (await mayConfirm(limits, sender, from))) {
      const locale = mailLocale(message.locale);
      await queueMail(trx, { template: 'contactConfirmation', to: sender, locale, values: {} });
    }
  });
}

const cleanMessage = (sent: ContactMessage): ContactMessage => ({
  ...sent,
  sourceAddress: cleanCode(sent.sourceAddress),
  subject: cleanText(sent.subject),
  emailText: cleanText(sent.emailText),
});

function validateContactMessage({ sourceAddress, subject, emailText }: ContactMessage): void {
  const fieldErrors: FieldProblem[] = [];
  const errorCode = validateEmail(sourceAddress);
  if (errorCode)
    fieldErrors.push({ field: 'body/sourceAddress', message: 'is not an e-mail address', fault: errorCode });
  if (!isPlainLine(subject))
    fieldErrors.push({ field: 'body/subject', message: 'must be one line of plain text' });
  if (!isPlainText(emailText)) fieldErrors.push({ field: 'body/emailText', message: 'must be plain text' });
  if (fieldErrors.length > 0) throw new Problem('invalid_input', {}, fieldErrors);
}

/** The requested recipient address of the shop; the first one by default. */
function recipientOf({ recipients }: Contact, requested: string | undefined): string {
  const recipient = requested
    ? recipients.find((candidate) => candidate.toLowerCase() === requested.toLowerCase())
    : recipients[0];
  if (!recipient) throw new Problem('mail_recipient_refused');
  return recipient;
}

async function mayConfirm(limits: Limits, sender: string, from: Correspondent): Promise<boolean> {
  const ipBucket = bucketKey('contact-confirmation', clientIpOf(from.ip));
  const mailbox = bucketKey('contact-confirmation', mailboxOf(sender));
  if (!(await limits.tryTake(ipBucket, confirmations))) return false;
  return limits.tryTake(mailbox, perSender);
}

const callerHash = ({ ip, customerId }: Correspondent) => hashOf(`${clientIpOf(ip)}\n${customerId ?? ''}`);
