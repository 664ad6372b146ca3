import { Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../../context.ts';
import type { Db } from '../../db.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import { hashOf, newToken } from '../../platform/security/random-token.ts';
import type { Accounts } from '../customers/account-context.ts';
import { type Customer, findCustomer } from '../customers/customer-store.ts';
import { linkRates, mailBucket, mayMail } from '../customers/mail-limits.ts';
import { hashPassword } from '../customers/password-hash.ts';
import { after, confirmLinkMs } from '../customers/token-lifetimes.ts';
import { holdsMailedLink, insertMailedLink, useMailedLink } from './mailed-link-store.ts';
import { useEmailProof } from './proof-service.ts';

const mailKind = 'confirm-email';
const sendRates = { clientIp: { burst: 5, perHour: 20 }, network: { burst: 500, perHour: 2000 } };
const hourMs = 60 * 60 * 1000;

/**
 * Mails the link that confirms the address of a new account. The client may not own the mailbox: when the
 * mailbox has reached its limit, the account is created without a mail.
 */
export async function mailFirstConfirmation(accounts: Accounts, customer: Customer): Promise<void> {
  if (await mayMail(accounts.limits.within(accounts.db), mailKind, customer.email))
    await mailLink(accounts, accounts.db, customer);
}

/**
 * Mails the link again, unless the address is proven.
 * @throws Problem not_logged_in, too_many_attempts
 */
export async function sendConfirmation(accounts: Accounts, actor: Actor, ip: string): Promise<void> {
  const { db, limits } = accounts;
  if (actor.provenEmail !== undefined) return;
  await takeTokens(limits, [...clientBuckets(mailKind, ip, sendRates), mailBucket(mailKind, actor.email)]);
  const customer = await findCustomer(db, actor.id);
  if (!customer) throw new Problem('not_logged_in');
  await db.transaction().execute((trx) => mailLink(accounts, trx, customer));
}

async function mailLink({ now, shopUrl }: Accounts, trx: Db, customer: Customer): Promise<void> {
  const secret = newToken();
  const { id: customer_id, email: to, locale } = customer;
  const expires_at = after(now(), confirmLinkMs);
  await insertMailedLink(trx, { hash: hashOf(secret), customer_id, expires_at, purpose: 'confirm' });
  const link = mailedAddress(shopUrl, mailedPages.confirmEmail, secret);
  const values = { link, hours: confirmLinkMs / hourMs };
  await queueMail(trx, { template: 'confirmEmail', to, locale, values });
}

/**
 * Follows a mailed link, which proves the address once. Anyone but the customer of the link clears the
 * account, and has to agree to that.
 * @throws Problem email_link_invalid, email_link_clears, too_many_attempts
 */
export async function followConfirmation(
  accounts: Accounts,
  { link, clear = false, ip }: { link: string; clear?: boolean | undefined; ip: string },
  actor: Actor | undefined,
): Promise<{ cleared: boolean }> {
  const { db, now, limits, warn } = accounts;
  await takeTokens(limits, clientBuckets('confirm-email-link', ip, linkRates));
  if (!(await holdsMailedLink(db, 'confirm', hashOf(link), now()))) throw new Problem('email_link_invalid');
  const passwordHash = await hashPassword(newToken());
  const followed = await retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const customer = await useMailedLink(trx, 'confirm', hashOf(link), now());
      if (customer === undefined) throw new Problem('email_link_invalid');
      const cleared = await useEmailProof({ ...accounts, db: trx }, customer, { actor, passwordHash });
      // The transaction ends without a change, and the link stays valid.
      if (cleared && !clear) throw new Problem('email_link_clears');
      return { customer, cleared };
    }),
  );
  const { customer, cleared } = followed;
  warn(`an address was proven${cleared ? ', and its account cleared' : ''}`, { customer, from: ip });
  return { cleared };
}
