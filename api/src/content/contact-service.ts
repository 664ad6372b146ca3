import { emailFault } from '@fynbos/core/accounts/fields.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { isPlainLine, isPlainText } from '@fynbos/core/content/review.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { shop } from '@fynbos/core/shop.ts';
import { hashOf, newToken } from '../accounts/token.ts';
import type { Db } from '../db.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey, type Limits } from '../limits/limits.ts';
import { machineBuckets } from '../limits/machines.ts';
import { takeAll } from '../limits/take-all.ts';
import { queueMail } from '../mail/service.ts';
import { mailLocale } from '../mail/words.ts';
import { deleteExpiredContactTokens, insertContactToken, takeContactToken } from './contact-store.ts';

/** Letters to the shop: made once at start. */
export interface Contact {
  db: Db;
  now: () => Date;
  limits: Limits;
  /** The only addresses that are ever written to (decision 11). */
  recipients: readonly string[];
}

/** Who writes: the customer of the token, if there is one, and the machine. */
export interface Correspondent {
  customerId: number | undefined;
  ip: string;
}

export interface ContactLetter {
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
/** A machine brings the shop to send five mails an hour: three letters, and two confirmations of them (T21). */
const letters = { machine: { burst: 3, perHour: 3 }, network: { burst: 300, perHour: 300 } };
const confirmations = { burst: 2, perHour: 2 };
/** Nobody is told twice a day that somebody has written in their name. */
const perSender = { burst: 2, perHour: 2 / 24 };

/** A token that this caller may send one letter with, within a quarter of an hour. @throws Problem too_many_attempts */
export async function issueToken({ db, now, limits }: Contact, from: Correspondent): Promise<string> {
  await limits.take(bucketKey('contact-token', machineOf(from.ip)), tokens);
  const secret = newToken();
  const expires_at = new Date(now().getTime() + tokenMs);
  await deleteExpiredContactTokens(db, now());
  await insertContactToken(db, { hash: hashOf(secret), caller_hash: callerHash(from), expires_at });
  return secret;
}

/**
 * Sends a letter to the shop, and to its sender, if wished, a confirmation whose words are ours alone.
 *
 * @throws Problem invalid_input, mail_recipient_refused, mail_token_refused, too_many_attempts
 */
export async function sendLetter(
  contact: Contact,
  letter: ContactLetter,
  from: Correspondent,
): Promise<void> {
  checkLetter(letter);
  const to = recipientOf(contact, letter.targetAddress);
  await contact.db.transaction().execute(async (trx) => {
    const limits = contact.limits.within(trx);
    const token = { hash: hashOf(letter.token), caller_hash: callerHash(from) };
    if (!(await takeContactToken(trx, token, contact.now()))) throw new Problem('mail_token_refused');
    await takeAll(limits, machineBuckets('contact', from.ip, letters));
    const { sourceAddress: sender, subject, emailText: text } = letter;
    await queueMail(trx, {
      ...{ template: 'contactLetter', to, replyTo: sender, locale: shop.defaultLocale },
      values: { sender, subject, text },
    });
    if (letter.confirmation && (await mayConfirm(limits, sender, from))) {
      const locale = mailLocale(letter.locale);
      await queueMail(trx, { template: 'contactConfirmation', to: sender, locale, values: {} });
    }
  });
}

function checkLetter({ sourceAddress, subject, emailText }: ContactLetter): void {
  const faults: FieldProblem[] = [];
  const fault = emailFault(sourceAddress) ?? (/\s/.test(sourceAddress) ? 'email_invalid' : undefined);
  if (fault) faults.push({ field: 'body/sourceAddress', message: 'is no e-mail address', fault });
  if (!isPlainLine(subject))
    faults.push({ field: 'body/subject', message: 'must be one line of plain text' });
  if (!isPlainText(emailText)) faults.push({ field: 'body/emailText', message: 'must be plain text' });
  if (faults.length > 0) throw new Problem('invalid_input', {}, faults);
}

/** The shop's own address that was meant; the first when none was named. */
function recipientOf({ recipients }: Contact, wanted: string | undefined): string {
  const found = wanted ? recipients.find((one) => one.toLowerCase() === wanted.toLowerCase()) : recipients[0];
  if (!found) throw new Problem('mail_recipient_refused');
  return found;
}

async function mayConfirm(limits: Limits, sender: string, from: Correspondent): Promise<boolean> {
  const machine = bucketKey('contact-confirmation', machineOf(from.ip));
  const mailbox = bucketKey('contact-confirmation', mailboxOf(sender));
  if (!(await limits.tryTake(machine, confirmations))) return false;
  return limits.tryTake(mailbox, perSender);
}

const callerHash = ({ ip, customerId }: Correspondent) => hashOf(`${machineOf(ip)}\n${customerId ?? ''}`);
