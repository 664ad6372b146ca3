import {
  customerDataShapes,
  isCustomerDataName,
  type ValueName,
} from '@fynbos/core/accounts/customer-data.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../context.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { bodyChecker } from '../route.ts';
import { type Choice, latestConsents, saveConsents } from './consents/consent-service.ts';
import { deleteValue, findValue, upsertValue } from './customer-data-store.ts';
import type { Accounts, CustomerIdentity } from './customers/account-context.ts';
import { lockActor } from './sessions/actor.ts';

/** Limit for changes of stored values; lists change with every tap. */
const perCustomer = { burst: 120, perHour: 1200 };

// One check for each name; `Object.fromEntries` types the names as strings.
const checks = Object.fromEntries(
  Object.entries(customerDataShapes).map(([name, shape]) => [name, bodyChecker(shape)]),
) as Record<ValueName, ReturnType<typeof bodyChecker>>;

/**
 * Returns the stored value of a name as JSON; the empty string when unset.
 * @throws Problem value_unknown
 */
export async function readCustomerData(
  accounts: Accounts,
  customer: CustomerIdentity,
  name: string,
): Promise<string> {
  return write(await find(accounts, customer, nameOf(name)));
}

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

async function find(
  { db, findStore }: Accounts,
  customer: CustomerIdentity,
  name: ValueName,
): Promise<unknown> {
  if (name === 'consents') return latestConsents(db, customer);
  const value = await findValue(db, customer.id, name);
  // A closed store is no longer selected.
  return name === 'user-store' && value !== undefined ? findStore(String(value)) : value;
}

/**
 * Stores a value on the account, in the shape of its name; null deletes it. Consents cannot be deleted,
 * only withdrawn.
 * @returns the stored value, like `readCustomerData`
 * @throws Problem value_unknown, invalid_input, store_not_found, not_logged_in, too_many_attempts
 */
export async function saveCustomerData(accounts: Accounts, customer: Actor, name: string, value: unknown) {
  const { db, limits } = accounts;
  const known = nameOf(name);
  await limits.take(bucketKey('value', String(customer.id)), perCustomer);
  const deletes = value === null && known !== 'consents';
  if (!deletes) await check(accounts, known, value);
  await db.transaction().execute(async (trx) => {
    await lockActor(trx, customer);
    const inTransaction = { ...accounts, db: trx };
    if (deletes) await deleteValue(trx, customer.id, known);
    // The value was compared with the schema of consents.
    else if (known === 'consents') await saveConsents(inTransaction, customer, value as Choice[]);
    else await storeValue(inTransaction, customer.id, known, value);
  });
  return deletes ? '' : readCustomerData(accounts, customer, known);
}

async function check({ findStore }: Accounts, name: ValueName, value: unknown): Promise<void> {
  checks[name](value, 'body/value');
  if (name === 'user-store' && !(await findStore(String(value)))) throw new Problem('store_not_found');
}

async function storeValue({ db, now }: Accounts, customerId: number, name: ValueName, value: unknown) {
  const json = JSON.stringify(Array.isArray(value) ? firstOfEach(value) : value);
  await upsertValue(db, { customer_id: customerId, name, value: json, updated_at: now() });
}

/** Removes repeated products from a list; the first position counts. */
function firstOfEach(list: readonly { sku?: string }[]): unknown[] {
  const seen = new Set<string>();
  return list.filter(({ sku }) => sku === undefined || (!seen.has(sku) && seen.add(sku)));
}

function nameOf(name: string): ValueName {
  if (!isCustomerDataName(name)) throw new Problem('value_unknown');
  return name;
}
