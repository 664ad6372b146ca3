import { inView, orderStatusPath, withQuery } from '../../paths.ts';
import { harmlessQuery, type ReturnHints, readHints } from './provider-return-parameters.ts';

/** The shopper's approval at PayPal: sent to the shop once and removed from every URL. */
export type Agreement = Required<Pick<ReturnHints, 'token' | 'payer'>>;

const keyOf = (ref: string) => `agreed ${ref}`;

// Runs before the router reads the URL and before any other code of the page.
if (typeof document !== 'undefined' && location.pathname === inView(orderStatusPath)) cleanAddress();

/** Removes everything but harmless hints from the URL at once (spec payments 2.15). */
function cleanAddress(): void {
  const params = new URLSearchParams(location.search);
  const { ref, token, payer } = readHints(params);
  if (ref && token && payer) storeAgreement(ref, { token, payer });
  const query = harmlessQuery(params);
  if (String(query) !== String(params))
    history.replaceState(history.state, '', inView(withQuery(orderStatusPath, query)));
}

function storeAgreement(ref: string, agreement: Agreement): void {
  try {
    sessionStorage.setItem(keyOf(ref), JSON.stringify(agreement));
  } catch {
    // Without it the shop queries PayPal itself, a little later.
  }
}

/** The approval this tab returned with, until the shop has received it. */
export function storedAgreement(ref: string): Agreement | undefined {
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
    // Nothing was stored.
  }
}
