import type { Db } from '../db.ts';
import type { Accounts } from './accounts.ts';
import { type Consent, insertConsents, readConsents } from './consent-store.ts';

export interface Choice {
  purpose: string;
  given: boolean;
  /** Which words were agreed to. */
  text_version: string;
}

/** Writes down who agreed to what, when, and to which words (POPIA); a withdrawal is a line of its own. */
export async function recordConsent(db: Db, consent: Consent): Promise<void> {
  await insertConsents(db, [consent]);
}

/** The latest choice of each purpose. */
export async function latestConsents(db: Db, customerId: number) {
  const all = await readConsents(db, customerId);
  return [...new Map(all.map((one) => [one.purpose, { ...one, at: one.at.toISOString() }])).values()];
}

/** Writes down the choices that differ from the latest. */
export async function saveConsents(
  { db, now }: Accounts,
  customerId: number,
  choices: readonly Choice[],
): Promise<void> {
  const latest = new Map((await latestConsents(db, customerId)).map((one) => [one.purpose, one]));
  const changed = choices.filter(({ purpose, given, text_version }) => {
    const before = latest.get(purpose);
    return before?.given !== given || before.text_version !== text_version;
  });
  const rows = changed.map((one) => ({ ...one, customer_id: customerId, email: null, at: now() }));
  if (rows.length > 0) await insertConsents(db, rows);
}
