import type { Db } from '../../db.ts';

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

/** Returns every choice of a customer, oldest first. */
export function readConsents(db: Db, customerId: number) {
  return db
    .selectFrom('consent')
    .select(['purpose', 'granted as given', 'text_version', 'occurred_at as at'])
    .where('customer_id', '=', customerId)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
}

/** Returns every choice of a customer and of their e-mail address, oldest first. */
export function readConsentsOf(db: Db, customerId: number, email: string) {
  return db
    .selectFrom('consent')
    .select(['purpose', 'granted as given', 'text_version', 'occurred_at as at'])
    .where(({ or, eb }) => or([eb('customer_id', '=', customerId), eb('email', '=', email)]))
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
}

/** Deletes the choices of a customer and of their e-mail address. */
export async function deleteConsents(db: Db, customerId: number, email: string): Promise<void> {
  await db
    .deleteFrom('consent')
    .where(({ or, eb }) => or([eb('customer_id', '=', customerId), eb('email', '=', email)]))
    .execute();
}
