import type { Db } from '../../db.ts';
import type { Accounts, CustomerIdentity } from '../customers/account-context.ts';
import { type Consent, insertConsents, readConsentsOf } from './consent-store.ts';

export interface Choice {
  purpose: string;
  given: boolean;
  /** Version of the text that the customer agreed to. */
  text_version: string;
}

/** Records who agreed to which text and when (POPIA); a withdrawal is its own row. */
export async function recordConsent(db: Db, consent: Consent): Promise<void> {
  await insertConsents(db, [consent]);
}

/** The latest choice of each purpose. */
export async function latestConsents(db: Db, { id, provenEmail }: CustomerIdentity) {
  const all = await readConsentsOf(db, id, provenEmail);
  return [
    ...new Map(all.map((choice) => [choice.purpose, { ...choice, at: choice.at.toISOString() }])).values(),
  ];
}

/** Stores the choices that differ from the latest. */
export async function saveConsents(
  { db, now }: Accounts,
  customer: CustomerIdentity,
  choices: readonly Choice[],
): Promise<void> {
  const latest = new Map((await latestConsents(db, customer)).map((choice) => [choice.purpose, choice]));
  const changed = choices.filter(({ purpose, given: granted, text_version }) => {
    const before = latest.get(purpose);
    return before?.given !== granted || before.text_version !== text_version;
  });
  const rows = changed.map((choice) => ({ ...choice, customer_id: customer.id, email: null, at: now() }));
  if (rows.length > 0) await insertConsents(db, rows);
}
