import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { readAddresses } from './addresses/address-store.ts';
import type { Accounts, CustomerAddress } from './customers/account-context.ts';
import {
  type Customer,
  findCustomerByEmail,
  readCustomers,
  updateGroup,
} from './customers/customer-store.ts';
import { listSessions } from './sessions/session-service.ts';
import { endSessionsOf } from './sessions/session-store.ts';

const maxListed = 100;

/** Returns the newest customers whose address or name contains the text; an empty text matches all. */
export function searchCustomers({ db }: Accounts, text: string): Promise<Customer[]> {
  return readCustomers(db, `%${text.replace(/[\\%_]/g, '\\$&')}%`, maxListed);
}

/** Finds a customer by e-mail address. */
export function findByAddress({ db }: Accounts, address: string): Promise<Customer | undefined> {
  return findCustomerByEmail(db, normalEmail(address));
}

/** Returns a customer's addresses and sessions. */
export async function readCustomerDetails(
  accounts: Accounts,
  customer: Customer,
): Promise<{ addresses: CustomerAddress[]; sessions: Awaited<ReturnType<typeof listSessions>> }> {
  const [addresses, sessions] = await Promise.all([
    readAddresses(accounts.db, customer.id),
    listSessions(accounts, customer),
  ]);
  return { addresses, sessions };
}

/** Puts a customer into a group; prices change with the next profile the customer's pages load. */
export async function setGroup({ db, now }: Accounts, customer: Customer, group: number): Promise<void> {
  await updateGroup(db, customer.id, group, now());
}

/**
 * Logs a customer out everywhere.
 * @returns the number of sessions ended
 */
export function endAllSessions({ db, now }: Accounts, customer: Customer): Promise<number> {
  return endSessionsOf(db, customer.id, now());
}
