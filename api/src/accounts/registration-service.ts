import { normalEmail, validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { queueMail } from '../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../platform/mail/templates/mail-links.ts';
import { mailLocale } from '../platform/mail/templates/mail-messages.ts';
import { clientBuckets } from '../platform/rate-limit/client-ip-rates.ts';
import { takeTokens } from '../platform/rate-limit/token-buckets.ts';
import type { SentAddress } from './addresses/address-book.ts';
import { planBook } from './addresses/address-book.ts';
import { readAddresses } from './addresses/address-store.ts';
import { checkFields, nameProblems, readNames, saveBook } from './customer-service.ts';
import type { Accounts } from './customers/account-context.ts';
import { type Customer, findCustomerByEmail, insertCustomer } from './customers/customer-store.ts';
import { mayMail } from './customers/mail-limits.ts';
import { hashPassword, newPasswordProblems } from './customers/password-hash.ts';
import { type Profile, writeProfile } from './profile.ts';
import { mailFirstConfirmation } from './proof/confirmation-service.ts';

export interface Registration {
  customer: { email: string; firstname: string; lastname: string; addresses?: readonly SentAddress[] };
  password: string;
  allowCommunication?: boolean;
  locale?: string;
}

/** A client IP may register a household, but test only a few addresses (spec D28). */
const rates = { clientIp: { burst: 20, perHour: 60 }, network: { burst: 1000, perHour: 3000 } };
/** The owner of a taken address gets one mail a day. */
const perOwner = { burst: 1, perHour: 1 / 24 };

/**
 * Registers a customer. Reports a taken address, behind a rate limit (spec D28). The newsletter starts
 * after confirmation by mail.
 * @throws Problem invalid_input, email_taken, too_many_attempts
 */
export async function register(accounts: Accounts, sent: Registration, ip: string): Promise<Profile> {
  const { db, now, limits, shortestName } = accounts;
  await takeTokens(limits, clientBuckets('register', ip, rates));
  checkFields(problemsOf(sent, shortestName));
  planBook(sent.customer.addresses ?? [], { ownIds: [] }, shortestName);
  const password_hash = await hashPassword(sent.password);
  const profile = await db.transaction().execute(async (trx) => {
    const customer = await insertCustomer(trx, { ...draftOf(sent, now()), password_hash });
    return customer && (await settleIn({ ...accounts, db: trx }, customer, sent));
  });
  if (profile) return profile;
  await warnOwner(accounts, normalEmail(sent.customer.email));
  throw new Problem('email_taken');
}

function problemsOf({ customer, password }: Registration, shortestName: number): FieldProblem[] {
  const code = validateEmail(customer.email);
  const email = code ? [{ field: 'body/customer/email', message: `is invalid (${code})`, fault: code }] : [];
  const names = nameProblems(readNames(customer), shortestName);
  return [...email, ...names, ...newPasswordProblems(password, 'body/password')];
}

function draftOf({ customer, locale }: Registration, at: Date) {
  const email = normalEmail(customer.email);
  return { ...readNames(customer), email, locale: mailLocale(locale), created_at: at, updated_at: at };
}

/** Stores a new customer's addresses, and mails the link that proves the e-mail address. */
async function settleIn(
  accounts: Accounts,
  customer: Customer,
  { customer: { addresses = [] }, allowCommunication }: Registration,
): Promise<Profile> {
  const { db, shopUrl, subscribe } = accounts;
  const { id, email, locale } = customer;
  await saveBook(accounts, id, addresses);
  await mailFirstConfirmation(accounts, customer);
  if (allowCommunication) await subscribe(db, { email, locale, shopUrl });
  return writeProfile(customer, await readAddresses(db, id));
}

async function warnOwner({ db, limits, shopUrl }: Accounts, email: string): Promise<void> {
  const owner = await findCustomerByEmail(db, email);
  if (!owner || !(await mayMail(limits, 'email-taken', email, perOwner))) return;
  const link = mailedAddress(shopUrl, mailedPages.forgottenPassword);
  await queueMail(db, { template: 'emailTaken', to: owner.email, locale: owner.locale, values: { link } });
}
