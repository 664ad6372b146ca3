import { Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../context.ts';
import { retryTransaction } from '../platform/database/transaction-retry.ts';
import { queueMail } from '../platform/mail/mail-service.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { deleteConsents, forgetConsents, readConsentsOf } from './consents/consent-store.ts';
import { readValues } from './customer-data-store.ts';
import { showCustomer } from './customer-service.ts';
import type { Accounts } from './customers/account-context.ts';
import { type Customer, deleteCustomer, holdProven, provenEmailOf } from './customers/customer-store.ts';
import { mayMail } from './customers/mail-limits.ts';
import { provePassword } from './passwords/password-service.ts';
import { readSessions } from './sessions/session-store.ts';

const exportRate = { burst: 5, perHour: 10 };

/**
 * Returns all data the shop stores about a customer, by kind (POPIA).
 * @throws Problem too_many_attempts
 */
export async function exportPersonalData(accounts: Accounts, actor: Actor): Promise<Record<string, unknown>> {
  const { db, limits, personalDataSources } = accounts;
  await limits.take(bucketKey('export', String(actor.id)), exportRate);
  const { groupToken: _, ...customer } = await showCustomer(accounts, actor.id);
  const data: Record<string, unknown> = {
    customer: { ...customer, locale: actor.locale },
    sessions: await readSessions(db, actor.id),
    values: await readValues(db, actor.id),
    consents: await readConsentsOf(db, actor.id, actor.provenEmail),
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
  if (!(await eraseCustomer(accounts, customer))) throw new Problem('password_wrong');
  accounts.warn('account erased by its customer', { customer: customer.id });
}

/**
 * Erases an account: customer, addresses, sessions, stored values and the account's own consents. A consent
 * that an address gave stays as proof, without customer and address. Each other noun deletes or anonymizes its own
 * data. Orders stay without the account as long as tax law requires.
 * @returns false, and erases nothing, when the password was changed or the account erased since the customer
 * was read
 */
export async function eraseCustomer(accounts: Accounts, customer: Customer): Promise<boolean> {
  const { id, email, locale } = customer;
  const identity = { id, provenEmail: provenEmailOf(customer) };
  return retryTransaction(() =>
    accounts.db.transaction().execute(async (trx) => {
      if (!(await holdProven(trx, customer))) return false;
      for (const source of accounts.personalDataSources) await source.erase(trx, identity);
      await deleteConsents(trx, id);
      if (identity.provenEmail !== undefined) await forgetConsents(trx, identity.provenEmail);
      await deleteCustomer(trx, id);
      if (await mayMail(accounts.limits.within(trx), 'account-erased', email)) {
        await queueMail(trx, { template: 'accountErased', to: email, locale, values: {} });
      }
      return true;
    }),
  );
}
