import type { Actor } from '../../context.ts';
import { deleteConsents } from '../consents/consent-store.ts';
import type { Accounts } from '../customers/account-context.ts';
import { updatePassword } from '../customers/customer-store.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { deletePrepared, storeEmailProof } from './proof-store.ts';

/**
 * Notes that an owner of the mailbox followed a mailed link. Whoever registered the account may be somebody
 * else, who knows its password and prepared addresses in it (T29). The first proof therefore clears the
 * account, unless the link was followed in a session of it.
 * @param passwordHash the password of a cleared account; computed before the transaction, which locks the
 * customer
 * @returns whether the account was cleared
 */
export async function useEmailProof(
  accounts: Accounts,
  customerId: number,
  { actor, passwordHash }: { actor: Actor | undefined; passwordHash: string },
): Promise<boolean> {
  const { db, now } = accounts;
  const first = await storeEmailProof(db, customerId, now());
  if (!first || actor?.id === customerId) return false;
  await clearAccount(accounts, customerId, passwordHash);
  return true;
}

/** Removes what an earlier, unproven owner stored, and every access: orders stay, because they are invoices. */
async function clearAccount(
  { db, now, personalDataSources }: Accounts,
  id: number,
  passwordHash: string,
): Promise<void> {
  for (const { discard } of personalDataSources) await discard?.(db, { id, provenEmail: undefined });
  await deletePrepared(db, id);
  await deleteConsents(db, id);
  await updatePassword(db, id, passwordHash, now());
  await endSessionsOf(db, id, now());
}
