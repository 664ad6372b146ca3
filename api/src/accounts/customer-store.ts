import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { AccountTables } from './tables.ts';

export type Customer = Selectable<AccountTables['customer']>;

/** @returns undefined when the address is taken already */
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

/** @param email in the form it is kept in */
export function findCustomerByEmail(db: Db, email: string): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findCustomer(db: Db, id: number): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The customer, held so that two changes of one profile happen one after the other. */
export function findCustomerForUpdate(db: Db, id: number): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Holds a customer whose password was just proven, so that it stays proven until the transaction ends.
 *
 * @returns false when the password was changed, or the account erased, since it was read
 */
export async function holdProven(db: Db, proven: Customer): Promise<boolean> {
  const now = await findCustomerForUpdate(db, proven.id);
  return now?.password_hash === proven.password_hash;
}

/** Customers whose address or name holds these letters, the newest first. @param like a pattern of LIKE */
export function readCustomers(db: Db, like: string, most: number): Promise<Customer[]> {
  return db
    .selectFrom('customer')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('email', 'ilike', like), eb('firstname', 'ilike', like), eb('lastname', 'ilike', like)]),
    )
    .orderBy('id', 'desc')
    .limit(most)
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

/** Removes a customer with addresses, sessions, links and kept values. */
export async function deleteCustomer(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customer').where('id', '=', id).execute();
}
