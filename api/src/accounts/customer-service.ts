import { validateName } from '@fynbos/core/accounts/field-rules.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Actor } from '../context.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { planBook, type SentAddress } from './addresses/address-book.ts';
import { deleteAddresses, insertAddresses, readAddresses, updateAddress } from './addresses/address-store.ts';
import type { Accounts, CustomerAddress } from './customers/account-context.ts';
import { type Customer, findCustomer, updateNames } from './customers/customer-store.ts';
import { type Profile, writeProfile } from './profile.ts';
import { lockActor } from './sessions/actor.ts';

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

/** Limit for changes of the profile and the address book. */
const perCustomer = { burst: 120, perHour: 1200 };

/** Fields a customer may change; all others sent are ignored (spec accounts 3, T14). */
export interface ProfileChange {
  firstname?: string;
  lastname?: string;
  addresses?: readonly SentAddress[];
}

/**
 * Changes names and addresses, all or nothing; omitted fields stay.
 * @throws Problem invalid_input, address_not_found, not_logged_in, too_many_attempts
 */
export async function updateCustomer(
  accounts: Accounts,
  actor: Actor,
  sent: ProfileChange,
): Promise<Profile> {
  await accounts.limits.take(bucketKey('profile', String(actor.id)), perCustomer);
  await accounts.db.transaction().execute(async (trx) => {
    const customer = await lockActor(trx, actor);
    const inTransaction = { ...accounts, db: trx };
    await saveNames(inTransaction, customer, sent);
    if (sent.addresses) await saveBook(inTransaction, actor.id, sent.addresses);
  });
  return showCustomer(accounts, actor.id);
}

async function saveNames(accounts: Accounts, customer: Customer, sent: ProfileChange): Promise<void> {
  const { db, now, shortestName } = accounts;
  const names = readNames({ ...customer, ...sentNames(sent) });
  checkFields(nameProblems(names, shortestName));
  await updateNames(db, customer.id, { ...names, updated_at: now() });
}

const sentNames = ({ firstname, lastname }: ProfileChange) => ({
  ...(firstname === undefined ? {} : { firstname }),
  ...(lastname === undefined ? {} : { lastname }),
});

/**
 * Replaces the address book with the one sent.
 * @throws Problem invalid_input, address_not_found
 */
export async function saveBook(
  { db, shortestName }: Accounts,
  customerId: number,
  sent: readonly SentAddress[],
): Promise<void> {
  const ownIds = (await readAddresses(db, customerId)).map(idOf);
  const { added, changed, removed } = planBook(sent, { id: customerId, ownIds }, shortestName);
  if (removed.length > 0) await deleteAddresses(db, customerId, removed);
  for (const { id, draft } of changed) await updateAddress(db, customerId, id, draft);
  if (added.length > 0) await insertAddresses(db, customerId, added);
}

const idOf = ({ id }: CustomerAddress) => id;

/** Names in their stored form. */
export const readNames = ({ firstname, lastname }: { firstname: string; lastname: string }) => ({
  firstname: cleanLine(firstname),
  lastname: cleanLine(lastname),
});

export function nameProblems(
  names: { firstname: string; lastname: string },
  shortestName: number,
): FieldProblem[] {
  return (['firstname', 'lastname'] as const).flatMap((field) => {
    const code = validateName(names[field], shortestName);
    return code ? [{ field: `body/customer/${field}`, message: `is invalid (${code})`, fault: code }] : [];
  });
}

/** @throws Problem invalid_input when there is any problem */
export function checkFields(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}
