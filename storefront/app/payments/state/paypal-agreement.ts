import { inView, orderStatusPath, withQuery } from '../../paths.ts';
import { type StoredValue, storedValue } from '../../platform/storage/browser-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';
import { harmlessParameters, type ReturnHints, readReturnHints } from './provider-return-parameters.ts';

/** The shopper's approval at PayPal: sent to the shop once and removed from every URL. */
export type Agreement = Required<Pick<ReturnHints, 'token' | 'payer'>>;

const isAgreement = (value: unknown): value is Agreement =>
  isLike(value, { token: 'string', payer: 'string' });

const storedUnder = (ref: string): StoredValue<Agreement> =>
  storedValue(`agreed ${ref}`, isAgreement, 'session');

// Runs before the router reads the URL and before any other code of the page.
if (typeof document !== 'undefined' && location.pathname === inView(orderStatusPath)) cleanAddress();

/** Removes everything but harmless hints from the URL at once (spec payments 2.15). */
function cleanAddress(): void {
  const params = new URLSearchParams(location.search);
  const { ref, token, payer } = readReturnHints(params);
  // If it cannot be stored, the shop queries PayPal itself, a little later.
  if (ref && token && payer) storedUnder(ref).write({ token, payer });
  const query = harmlessParameters(params);
  if (String(query) !== String(params))
    history.replaceState(history.state, '', inView(withQuery(orderStatusPath, query)));
}

/** The approval this tab returned with, until the shop has received it. */
export const storedAgreement = (ref: string): Agreement | undefined => storedUnder(ref).read();

export const dropAgreement = (ref: string): void => void storedUnder(ref).write(undefined);
