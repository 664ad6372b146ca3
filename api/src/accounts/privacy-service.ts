import type { Actor } from '../context.ts';
import { queueMail } from '../platform/mail/mail-service.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { deleteConsents, readConsentsOf } from './consents/consent-store.ts';
import { readValues } from './customer-data-store.ts';
import { showCustomer } from './customer-service.ts';
import type { Accounts, Person } from './customers/account-context.ts';
import { deleteCustomer } from './customers/customer-store.ts';
import { mayMail } from './customers/mail-limits.ts';
import { provePassword } from './passwords/password-service.ts';
import { readSessions } from './sessions/session-store.ts';

const exportRate = { burst: 5, perHour: 10 };

/**
 * Returns all data the shop stores about a customer, by kind (POPIA).
 * @throws Problem too_many_attempts
 */
export async function exportData(accounts: Accounts, actor: Actor): Promise<Record<string, unknown>> {
  const { db, limits, personalDataSources } = accounts;
  await limits.take(bucketKey('export', String(actor.id)), exportRate);
  const { groupToken: _, ...customer } = await showCustomer(accounts, actor.id);
  const data: Record<string, unknown> = {
    customer: { ...customer, locale: actor.locale },
    sessions: await readSessions(db, actor.id),
    values: await readValues(db, actor.id),
    consents: await readConsentsOf(db, actor.id, actor.email),
  };
  for (const { name, exportOf } of personalDataSources) data[name] = await exportOf(db, actor);
  return data;
}

/**
 * Erases an account and its personal data at the customer's request.
 * @throws Problem password_wrong, too_many_attempts
 */
export async function eraseAccount(accounts: Accounts, actor: Actor, password: string): Promise<void> {
  const customer = await provePassword(accounts, actor, password);
  await erase(accounts, customer);
  accounts.warn('account erased by its customer', { customer: customer.id });
}

/**
 * Erases an account: customer, addresses, sessions, stored values and consents. Each other noun deletes or
 * anonymizes its own data. Orders stay without the account as long as tax law requires.
 */
export async function erase(accounts: Accounts, customer: Person & { locale: string }): Promise<void> {
  const { id, email, locale } = customer;
  await accounts.db.transaction().execute(async (trx) => {
    for (const source of accounts.personalDataSources) await source.erase(trx, { id, email });
    await deleteConsents(trx, id, email);
    await deleteCustomer(trx, id);
    if (await mayMail(accounts.limits.within(trx), 'account-erased', email)) {
      await queueMail(trx, { template: 'accountErased', to: email, locale, values: {} });
    }
  });
}
