import { normalEmail } from '@fynbos/core/accounts/fields.ts';
import type { Accounts, CustomerAddress } from './accounts.ts';
import { readAddresses } from './address-store.ts';
import { type Customer, findCustomerByEmail, readCustomers, updateGroup } from './customer-store.ts';
import { listSessions } from './session-service.ts';
import { endSessionsOf } from './session-store.ts';

const mostListed = 100;

/** What an operator looks at: the newest customers, or those whose address or name holds these letters. */
export function searchCustomers({ db }: Accounts, text: string): Promise<Customer[]> {
  return readCustomers(db, `%${text.replace(/[\\%_]/g, '\\$&')}%`, mostListed);
}

/** The customer of an e-mail address. */
export function findByAddress({ db }: Accounts, address: string): Promise<Customer | undefined> {
  return findCustomerByEmail(db, normalEmail(address));
}

/** A customer's addresses and where they are logged in. */
export async function lookAt(
  accounts: Accounts,
  customer: Customer,
): Promise<{ addresses: CustomerAddress[]; sessions: Awaited<ReturnType<typeof listSessions>> }> {
  const [addresses, sessions] = await Promise.all([
    readAddresses(accounts.db, customer.id),
    listSessions(accounts, customer),
  ]);
  return { addresses, sessions };
}

/** Puts a customer into a group; prices follow with the next profile the customer's pages load. */
export async function setGroup({ db, now }: Accounts, customer: Customer, group: number): Promise<void> {
  await updateGroup(db, customer.id, group, now());
}

/** Logs a customer out everywhere. @returns how many sessions ended */
export function endAllSessions({ db, now }: Accounts, customer: Customer): Promise<number> {
  return endSessionsOf(db, customer.id, now());
}
