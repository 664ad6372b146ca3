import { inView, orderStatusPath, withQuery } from '../paths.ts';
import { harmlessQuery, type ReturnHints, readHints } from './return-hints.ts';

/** That the shopper agreed at the wallet: shown to the shop once, and kept out of every address. */
export type Agreement = Required<Pick<ReturnHints, 'token' | 'payer'>>;

const keyOf = (ref: string) => `agreed ${ref}`;

// Before the router looks at the address, and before anything else of the page runs.
if (typeof document !== 'undefined' && location.pathname === inView(orderStatusPath)) cleanAddress();

/** Takes what is no harmless hint out of the address at once (payments 2.15). */
function cleanAddress(): void {
  const given = new URLSearchParams(location.search);
  const { ref, token, payer } = readHints(given);
  if (ref && token && payer) keep(ref, { token, payer });
  const query = harmlessQuery(given);
  if (String(query) !== String(given))
    history.replaceState(history.state, '', inView(withQuery(orderStatusPath, query)));
}

function keep(ref: string, agreement: Agreement): void {
  try {
    sessionStorage.setItem(keyOf(ref), JSON.stringify(agreement));
  } catch {
    // The shop asks the wallet by itself, a little later.
  }
}

/** The agreement this tab came back with, until the shop has heard of it. */
export function keptAgreement(ref: string): Agreement | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(ref)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function dropAgreement(ref: string): void {
  try {
    sessionStorage.removeItem(keyOf(ref));
  } catch {
    // Nothing was kept.
  }
}
