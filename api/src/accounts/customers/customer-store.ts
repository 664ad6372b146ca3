import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db.ts';
import type { AccountTables } from '../../schema/account-tables.ts';

export type Customer = Selectable<AccountTables['customer']>;

/** The address of a customer, if a mailed link proved that it is theirs (T25). */
export const provenEmailOf = (customer: Pick<Customer, 'email' | 'email_proven_at'>): string | undefined =>
  customer.email_proven_at === null ? undefined : customer.email;

/** @returns undefined when the address is already registered */
export function insertCustomer(
  db: Db,
  customer: Insertable<AccountTables['customer']>,
): Promise<Customer | undefined> {
  return db
    .insertInto('customer')
    .values(customer)
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @param email in its stored form */
export function findCustomerByEmail(db: Db, email: string): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findCustomer(db: Db, id: number): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Locks the customer, so that concurrent changes of the account run one after the other. The key of the row is
 * not locked, so that this cannot deadlock with an order that is being placed.
 */
export function findCustomerForUpdate(db: Db, id: number): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Locks a customer whose password was just verified, so that it stays valid until the transaction ends.
 * @returns false when the password was changed or the account erased since it was read
 */
export async function holdProven(db: Db, proven: Customer): Promise<boolean> {
  const now = await findCustomerForUpdate(db, proven.id);
  return now?.password_hash === proven.password_hash;
}

/**
 * Returns customers whose address or name matches, newest first.
 * @param like a LIKE pattern
 */
export function readCustomers(db: Db, like: string, maxRows: number): Promise<Customer[]> {
  return db
    .selectFrom('customer')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('email', 'ilike', like), eb('firstname', 'ilike', like), eb('lastname', 'ilike', like)]),
    )
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
}

export async function updateNames(
  db: Db,
  id: number,
  names: { firstname: string; lastname: string; updated_at: Date },
): Promise<void> {
  await db.updateTable('customer').set(names).where('id', '=', id).execute();
}

export async function updatePassword(db: Db, id: number, password_hash: string, at: Date): Promise<void> {
  await db.updateTable('customer').set({ password_hash, updated_at: at }).where('id', '=', id).execute();
}

export async function updateGroup(db: Db, id: number, group_id: number, at: Date): Promise<void> {
  await db.updateTable('customer').set({ group_id, updated_at: at }).where('id', '=', id).execute();
}

/** Deletes a customer with addresses, sessions, links and stored values. */
export async function deleteCustomer(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customer').where('id', '=', id).execute();
}
