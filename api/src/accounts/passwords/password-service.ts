import { normalEmail, validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../../context.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import { inConstantTime } from '../../platform/security/constant-duration.ts';
import { hashOf, newToken } from '../../platform/security/random-token.ts';
import type { Accounts } from '../customers/account-context.ts';
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  holdProven,
  updatePassword,
} from '../customers/customer-store.ts';
import { linkRates, mayMail } from '../customers/mail-limits.ts';
import { checkNewPassword, hashPassword, isPassword } from '../customers/password-hash.ts';
import { after, passwordLinkMs } from '../customers/token-lifetimes.ts';
import {
  deleteMailedLinksOf,
  holdsMailedLink,
  insertMailedLink,
  useMailedLink,
} from '../proof/mailed-link-store.ts';
import { useEmailProof } from '../proof/proof-service.ts';
import { newDeviceToken } from '../sessions/device-cookie.ts';
import { endSessionsOf } from '../sessions/session-store.ts';

const resetRates = { clientIp: { burst: 5, perHour: 20 }, network: { burst: 500, perHour: 2000 } };
const resetPerMailbox = { burst: 3, perHour: 3 };
const passwordPerAccount = { burst: 10, perHour: 10 };
/**
 * The owner gets a mail on each change: an account registered with a foreign address must not flood it
 * (T21).
 */
const changePerMailbox = { burst: 5, perHour: 5 };

/**
 * Mails a link to choose a new password if the address has an account, and its mailbox has not reached its
 * limit; the response reveals neither.
 * @throws Problem invalid_input, too_many_attempts (for known and unknown addresses alike)
 */
export async function requestPasswordReset(accounts: Accounts, sent: string, ip: string): Promise<void> {
  const { limits } = accounts;
  const email = normalEmail(sent);
  // Validates the address as sent: lower case can turn it into another address (the Kelvin sign becomes a
  // k).
  const code = validateEmail(sent);
  if (code)
    throw new Problem('invalid_input', {}, [
      { field: 'body/email', message: `is invalid (${code})`, fault: code },
    ]);
  await takeTokens(limits, clientBuckets('reset', ip, resetRates));
  await inConstantTime(mailLink(accounts, email));
}

/** Counts only mails that are sent: otherwise a stranger could prevent the owner's with aliases (T7). */
async function mailLink({ db, limits, now, shopUrl }: Accounts, email: string): Promise<void> {
  const customer = await findCustomerByEmail(db, email);
  if (!customer) return;
  const secret = newToken();
  await db.transaction().execute(async (trx) => {
    if (!(await mayMail(limits.within(trx), 'reset', email, resetPerMailbox))) return;
    const expires_at = after(now(), passwordLinkMs);
    const customer_id = customer.id;
    await insertMailedLink(trx, { hash: hashOf(secret), customer_id, expires_at, purpose: 'password' });
    const link = mailedAddress(shopUrl, mailedPages.newPassword, secret);
    const values = { link, minutes: passwordLinkMs / 60_000 };
    await queueMail(trx, { template: 'passwordLink', to: customer.email, locale: customer.locale, values });
  });
}

/**
 * Whether a mailed link is still valid; reveals nothing about its owner (spec D10).
 * @throws Problem too_many_attempts
 */
export async function checkLink(accounts: Accounts, secret: string, ip: string): Promise<boolean> {
  const { db, now, limits } = accounts;
  await takeTokens(limits, clientBuckets('password-link', ip, linkRates));
  return holdsMailedLink(db, 'password', hashOf(secret), now());
}

/**
 * Sets a new password with a mailed link, which is consumed and proves the address; every session ends.
 * @param caller the client IP, and the customer who is logged in: the first proof by anyone else clears the
 * account
 * @returns a device token: the owner of the mailbox can log in, however many strangers try meanwhile (T7)
 * @throws Problem invalid_input, password_link_invalid, too_many_attempts
 */
export async function confirmReset(
  accounts: Accounts,
  { link, newPassword }: { link: string; newPassword: string },
  { ip, actor }: { ip: string; actor: Actor | undefined },
): Promise<{ deviceToken: string }> {
  const { limits, secrets, warn } = accounts;
  await takeTokens(limits, clientBuckets('password-link', ip, linkRates));
  checkNewPassword(newPassword, 'body/newPassword');
  const customer = await replaceByLink(accounts, link, { newPassword, actor });
  if (!customer) {
    warn('a link for a new password was refused', { from: ip });
    throw new Problem('password_link_invalid');
  }
  warn('a password was replaced with a mailed link', { customer: customer.id, from: ip });
  return { deviceToken: newDeviceToken(customer, secrets.device) };
}

/**
 * Consumes the link. A guessed one costs no hash. The link is locked before its customer, and a password change
 * or an erasure locks them in the other order: PostgreSQL ends one of two, which is retried.
 * @returns the customer with the new password; undefined when the link is invalid
 */
async function replaceByLink(
  accounts: Accounts,
  link: string,
  { newPassword, actor }: { newPassword: string; actor: Actor | undefined },
): Promise<Customer | undefined> {
  const { db, now } = accounts;
  if (!(await holdsMailedLink(db, 'password', hashOf(link), now()))) return undefined;
  const password_hash = await hashPassword(newPassword);
  return retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const inside = { ...accounts, db: trx };
      const id = await useMailedLink(trx, 'password', hashOf(link), now());
      const customer = id === undefined ? undefined : await findCustomer(trx, id);
      if (!customer) return undefined;
      await useEmailProof(inside, customer.id, { actor, passwordHash: password_hash });
      await replacePassword(inside, customer, password_hash);
      return { ...customer, password_hash };
    }),
  );
}

/**
 * Changes the password after a check of the old one; every other session ends (T18).
 * @returns a device token: those of the old password have ended
 * @throws Problem invalid_input, password_wrong, too_many_attempts
 */
export async function changePassword(
  accounts: Accounts,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ deviceToken: string }> {
  const customer = await provePassword(accounts, actor, currentPassword);
  checkNewPassword(newPassword, 'body/newPassword');
  await accounts.limits.take(
    bucketKey('password-change-mailbox', mailboxOf(customer.email)),
    changePerMailbox,
  );
  const hash = await hashPassword(newPassword);
  await retryTransaction(() =>
    accounts.db.transaction().execute(async (trx) => {
      // A mailed link may have replaced the password meanwhile: then the link wins.
      if (!(await holdProven(trx, customer))) throw new Problem('password_wrong');
      await replacePassword({ ...accounts, db: trx }, customer, hash, actor.sessionId);
    }),
  );
  accounts.warn('a password was changed', { customer: customer.id });
  const changed = { email: customer.email, password_hash: hash };
  return { deviceToken: newDeviceToken(changed, accounts.secrets.device) };
}

/**
 * Sets a password, mails the owner, and ends sessions and links that could be an attacker's.
 * @param except a session that continues
 */
async function replacePassword(
  { db, now, shopUrl }: Accounts,
  customer: Customer,
  hash: string,
  except?: string,
): Promise<void> {
  await updatePassword(db, customer.id, hash, now());
  await endSessionsOf(db, customer.id, now(), except);
  await deleteMailedLinksOf(db, customer.id);
  const link = mailedAddress(shopUrl, mailedPages.forgottenPassword);
  const { email: to, locale } = customer;
  await queueMail(db, { template: 'passwordChanged', to, locale, values: { link } });
}

/**
 * Verifies the password of a logged-in customer before an irreversible action.
 * @throws Problem password_wrong, too_many_attempts
 */
export async function provePassword(accounts: Accounts, actor: Actor, password: string): Promise<Customer> {
  const { db, limits } = accounts;
  const key = bucketKey('password', String(actor.id));
  await limits.take(key, passwordPerAccount);
  const customer = await findCustomer(db, actor.id);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    accounts.warn('wrong password from a logged-in customer', { customer: actor.id });
    throw new Problem('password_wrong');
  }
  await limits.giveBack(key, passwordPerAccount);
  return customer;
}
