import type { Db } from '../../db.ts';
import type { Accounts } from '../customers/account-context.ts';
import { type Consent, insertConsents, readConsents } from './consent-store.ts';

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
export async function latestConsents(db: Db, customerId: number) {
  const all = await readConsents(db, customerId);
  return [
    ...new Map(all.map((choice) => [choice.purpose, { ...choice, at: choice.at.toISOString() }])).values(),
  ];
}

/** Stores the choices that differ from the latest. */
export async function saveConsents(
  { db, now }: Accounts,
  customerId: number,
  choices: readonly Choice[],
): Promise<void> {
  const latest = new Map((await latestConsents(db, customerId)).map((choice) => [choice.purpose, choice]));
  const changed = choices.filter(({ purpose, given: granted, text_version }) => {
    const before = latest.get(purpose);
    return before?.given !== granted || before.text_version !== text_version;
  });
  const rows = changed.map((choice) => ({ ...choice, customer_id: customerId, email: null, at: now() }));
  if (rows.length > 0) await insertConsents(db, rows);
}
