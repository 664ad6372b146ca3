import { singleLine, validateName } from '@fynbos/core/accounts/field-rules.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { planBook, type SentAddress } from './addresses/address-book.ts';
import { deleteAddresses, insertAddresses, readAddresses, updateAddress } from './addresses/address-store.ts';
import type { Accounts, CustomerAddress } from './customers/account-context.ts';
import {
  type Customer,
  findCustomer,
  findCustomerForUpdate,
  updateNames,
} from './customers/customer-store.ts';
import { type Profile, writeProfile } from './profile.ts';

/**
 * Returns the profile of a customer with a fresh group token.
 * @throws Problem not_logged_in when the account no longer exists
 */
export async function showCustomer({ db, groupTokens }: Accounts, id: number): Promise<Profile> {
  const customer = await findCustomer(db, id);
  if (!customer) throw new Problem('not_logged_in');
  const profile = writeProfile(customer, await readAddresses(db, id));
  return { ...profile, groupToken: groupTokens.issueGroupToken(customer) };
}

/** Fields a customer may change; all others sent are ignored (spec accounts 3, T14). */
export interface ProfileChange {
  firstname?: string;
  lastname?: string;
  addresses?: readonly SentAddress[];
}

/**
 * Changes names and addresses, all or nothing; omitted fields stay.
 * @throws Problem invalid_input, address_not_found, not_logged_in
 */
export async function updateCustomer(accounts: Accounts, id: number, sent: ProfileChange): Promise<Profile> {
  await accounts.db.transaction().execute(async (trx) => {
    const customer = await findCustomerForUpdate(trx, id);
    if (!customer) throw new Problem('not_logged_in');
    await saveNames(trx, customer, sent, accounts.now());
    if (sent.addresses) await saveBook(trx, id, sent.addresses);
  });
  return showCustomer(accounts, id);
}

async function saveNames(trx: Db, customer: Customer, sent: ProfileChange, at: Date): Promise<void> {
  const names = readNames({ ...customer, ...sentNames(sent) });
  checkFields(nameProblems(names));
  await updateNames(trx, customer.id, { ...names, updated_at: at });
}

const sentNames = ({ firstname, lastname }: ProfileChange) => ({
  ...(firstname === undefined ? {} : { firstname }),
  ...(lastname === undefined ? {} : { lastname }),
});

/**
 * Replaces the address book with the one sent.
 * @throws Problem invalid_input, address_not_found
 */
export async function saveBook(trx: Db, customerId: number, sent: readonly SentAddress[]): Promise<void> {
  const stored = await readAddresses(trx, customerId);
  const { added, changed, removed } = planBook(sent, stored.map(idOf), customerId);
  if (removed.length > 0) await deleteAddresses(trx, customerId, removed);
  for (const { id, draft } of changed) await updateAddress(trx, customerId, id, draft);
  if (added.length > 0) await insertAddresses(trx, customerId, added);
}

const idOf = ({ id }: CustomerAddress) => id;

/** Names in their stored form. */
export const readNames = ({ firstname, lastname }: { firstname: string; lastname: string }) => ({
  firstname: singleLine(firstname),
  lastname: singleLine(lastname),
});

export function nameProblems(names: { firstname: string; lastname: string }): FieldProblem[] {
  return (['firstname', 'lastname'] as const).flatMap((field) => {
    const code = validateName(names[field]);
    return code ? [{ field: `body/customer/${field}`, message: `is invalid (${code})`, fault: code }] : [];
  });
}

/** @throws Problem invalid_input when there is any problem */
export function checkFields(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}
