import type { Db } from '../../db.ts';
import { hashOf } from '../../platform/security/random-token.ts';

export interface Consent {
  customer_id: number | null;
  email: string | null;
  purpose: string;
  given: boolean;
  text_version: string;
  at: Date;
}

/** @param rows at least one */
export async function insertConsents(db: Db, rows: readonly Consent[]): Promise<void> {
  await db
    .insertInto('consent')
    .values(rows.map(({ given, at, ...row }) => ({ ...row, granted: given, occurred_at: at })))
    .execute();
}

/**
 * Returns every choice of a customer, oldest first: what the account chose, and what its address chose if
 * that is proven.
 */
export function readConsentsOf(db: Db, customerId: number, provenEmail: string | undefined) {
  return db
    .selectFrom('consent')
    .select(['purpose', 'granted as given', 'text_version', 'occurred_at as at'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('customer_id', '=', customerId), eb('email', 'is', null)]),
        ...(provenEmail === undefined ? [] : [eb('email', '=', provenEmail)]),
      ]),
    )
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
}

/**
 * Removes the customer and the address from choices that an address made itself. They stay as proof, which the
 * hash of the address finds.
 */
export async function forgetConsents(db: Db, provenEmail: string): Promise<void> {
  await db
    .updateTable('consent')
    .set({ customer_id: null, email: hashOf(provenEmail).toString('hex') })
    .where('email', '=', provenEmail)
    .execute();
}

/** Deletes the choices of an account. A choice that an address made itself stays: it is the proof of it. */
export async function deleteConsents(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('consent').where('customer_id', '=', customerId).where('email', 'is', null).execute();
}
