import { setTimeout as wait } from 'node:timers/promises';
import { emailFault, normalEmail } from '@fynbos/core/accounts/fields.ts';
import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { machineBuckets } from '../limits/machines.ts';
import { takeAll } from '../limits/take-all.ts';
import { mailedAddress, mailedPages } from '../mail/pages.ts';
import { queueMail } from '../mail/service.ts';
import type { Accounts } from './accounts.ts';
import type { Actor } from './actor.ts';
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  holdProven,
  updatePassword,
} from './customer-store.ts';
import { newDeviceMark } from './device-cookie.ts';
import { mailBucket } from './mail-limits.ts';
import { checkNewPassword, hashPassword, isPassword } from './password.ts';
import {
  deletePasswordLinksOf,
  holdsPasswordLink,
  insertPasswordLink,
  usePasswordLink,
} from './password-store.ts';
import { endSessionsOf } from './session-store.ts';
import { after, passwordLinkMs } from './session-times.ts';
import { hashOf, newToken } from './token.ts';

const askRates = { machine: { burst: 5, perHour: 20 }, network: { burst: 500, perHour: 2000 } };
const askPerMailbox = { burst: 3, perHour: 3 };
const linkPerMachine = { burst: 30, perHour: 60 };
const passwordPerAccount = { burst: 10, perHour: 10 };
/** Its owner hears of each change: whoever registers with somebody's address must not flood them with it (T21). */
const changePerMailbox = { burst: 5, perHour: 5 };

/** Longer than either answer takes, so that both take as long (T6). */
const answerMs = 200;

/**
 * Mails a link to choose a new password, if there is an account with this address; nobody is told whether there is.
 *
 * @throws Problem invalid_input, too_many_attempts (for known and unknown addresses alike)
 */
export async function askForReset(accounts: Accounts, sent: string, ip: string): Promise<void> {
  const { limits } = accounts;
  const email = normalEmail(sent);
  // As it was written: small letters can make another address of it (the sign of kelvin becomes a k).
  const fault = emailFault(sent);
  if (fault)
    throw new Problem('invalid_input', {}, [
      { field: 'body/email', message: `is not right (${fault})`, fault },
    ]);
  const mailbox = mailBucket('reset', email, askPerMailbox);
  await takeAll(limits, [...machineBuckets('reset', ip, askRates), mailbox]);
  await Promise.all([wait(answerMs), mailLink(accounts, email)]);
}

async function mailLink({ db, now, shopUrl }: Accounts, email: string): Promise<void> {
  const customer = await findCustomerByEmail(db, email);
  if (!customer) return;
  const secret = newToken();
  await db.transaction().execute(async (trx) => {
    const expires_at = after(now(), passwordLinkMs);
    await insertPasswordLink(trx, { hash: hashOf(secret), customer_id: customer.id, expires_at });
    const link = mailedAddress(shopUrl, mailedPages.newPassword, secret);
    const values = { link, minutes: passwordLinkMs / 60_000 };
    await queueMail(trx, { template: 'passwordLink', to: customer.email, locale: customer.locale, values });
  });
}

/** Whether a mailed link still holds, and nothing about whose it is (decision 10). @throws Problem too_many_attempts */
export async function checkLink(accounts: Accounts, secret: string, ip: string): Promise<boolean> {
  const { db, now, limits } = accounts;
  await limits.take(bucketKey('password-link', machineOf(ip)), linkPerMachine);
  return holdsPasswordLink(db, hashOf(secret), now());
}

/**
 * Sets a new password with a mailed link, which is used up by it; every session ends.
 *
 * @returns a mark for the browser: whoever reads the mailbox gets in, however many strangers try meanwhile (T7)
 * @throws Problem invalid_input, password_link_invalid, too_many_attempts
 */
export async function confirmReset(
  accounts: Accounts,
  { link, newPassword }: { link: string; newPassword: string },
  ip: string,
): Promise<{ deviceMark: string }> {
  const { limits, secrets, warn } = accounts;
  await limits.take(bucketKey('password-link', machineOf(ip)), linkPerMachine);
  checkNewPassword(newPassword, 'body/newPassword');
  const hash = await hashPassword(newPassword);
  const customer = await accounts.db.transaction().execute(async (trx) => {
    const id = await usePasswordLink(trx, hashOf(link), accounts.now());
    const customer = id === undefined ? undefined : await findCustomer(trx, id);
    if (customer) await replacePassword({ ...accounts, db: trx }, customer, hash);
    return customer;
  });
  if (!customer) {
    warn('a link for a new password was refused', { from: ip });
    throw new Problem('password_link_invalid');
  }
  warn('a password was replaced with a mailed link', { customer: customer.id, from: ip });
  return { deviceMark: newDeviceMark(customer.email, secrets.device) };
}

/**
 * Changes the password of who knows the old one; every other session ends (T18).
 *
 * @throws Problem invalid_input, password_wrong, too_many_attempts
 */
export async function changePassword(
  accounts: Accounts,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const customer = await provePassword(accounts, actor, currentPassword);
  checkNewPassword(newPassword, 'body/newPassword');
  await accounts.limits.take(
    bucketKey('password-change-mailbox', mailboxOf(customer.email)),
    changePerMailbox,
  );
  const hash = await hashPassword(newPassword);
  await accounts.db.transaction().execute(async (trx) => {
    // A mailed link may have replaced it meanwhile: the owner's choice stands.
    if (!(await holdProven(trx, customer))) throw new Problem('password_wrong');
    await replacePassword({ ...accounts, db: trx }, customer, hash, actor.sessionId);
  });
  accounts.warn('a password was changed', { customer: customer.id });
}

/** Sets a password, tells the owner, and ends all that could have been somebody else's. @param except a session that goes on */
async function replacePassword(
  { db, now, shopUrl }: Accounts,
  customer: Customer,
  hash: string,
  except?: string,
): Promise<void> {
  await updatePassword(db, customer.id, hash, now());
  await endSessionsOf(db, customer.id, now(), except);
  await deletePasswordLinksOf(db, customer.id);
  const link = mailedAddress(shopUrl, mailedPages.forgottenPassword);
  const { email: to, locale } = customer;
  await queueMail(db, { template: 'passwordChanged', to, locale, values: { link } });
}

/**
 * Asks again for the password of who is logged in already, before what cannot be undone.
 *
 * @throws Problem password_wrong, too_many_attempts
 */
export async function provePassword(accounts: Accounts, actor: Actor, password: string): Promise<Customer> {
  const { db, limits } = accounts;
  const key = bucketKey('password', String(actor.id));
  await limits.take(key, passwordPerAccount);
  const customer = await findCustomer(db, actor.id);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    accounts.warn('a password was wrong although its customer is logged in', { customer: actor.id });
    throw new Problem('password_wrong');
  }
  await limits.giveBack(key, passwordPerAccount);
  return customer;
}
