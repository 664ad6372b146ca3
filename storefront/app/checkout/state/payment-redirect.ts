import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { checkoutId, createCheckout, createPaylink, execute } from '@fynbos/core/payments/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { orderPayPath, withQuery } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { type StoredValue, storedValue } from '../../platform/storage/browser-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';
import { statusPathOf } from './payment-paths.ts';

export type RedirectTarget = ResultOf<typeof checkoutId>;

/** A payment to be passed to its provider. */
export interface ToHandOver {
  reference: string;
  code: ProviderCode;
  /** The amount shown to the shopper, in the currency unit. */
  amount: number;
  /** Token of the cart it pays; omitted where the login or the redirect cookie identifies the shopper. */
  cartToken?: string | undefined;
}

/** Providers may respond slowly. */
const timeout = 30_000;

/**
 * Requests the provider page for a payment. A repeated request with the same reference returns the same
 * result until it expires.
 */
export async function requestRedirect({
  reference,
  code,
  amount,
  cartToken,
}: ToHandOver): Promise<RedirectTarget> {
  const body = { grandTotal: amount, checkoutReference: reference, paymentCode: code };
  const options = { body, timeout, ...(cartToken && { cartToken }) };
  switch (code) {
    case 'card':
      return (await callAsShopper(checkoutId, options)).result;
    case 'local-b':
      return (await callAsShopper(createPaylink, options)).result;
    case 'wallet':
      return (await callAsShopper(execute, options)).result;
    default:
      return (await callAsShopper(createCheckout, { ...options, params: { provider: code } })).result;
  }
}

const isTarget = (value: unknown): value is RedirectTarget => isLike(value, { expiresAt: 'string' });

const storedUnder = (reference: string): StoredValue<RedirectTarget> =>
  storedValue(`hand-off ${reference}`, isTarget, 'session');

/** The URL of a redirect target. A page with a card widget finds the target in the storage of this tab. */
export function paymentPageOf(target: RedirectTarget, code: ProviderCode): string {
  const reference = target.checkoutReference;
  if (target.kind === 'done') return statusPathOf({ reference, code });
  if (target.kind === 'redirect') return webAddress(target.url);
  // If it cannot be stored, it is requested again.
  storedUnder(reference).write(target);
  return withQuery(orderPayPath, new URLSearchParams({ checkoutReference: reference, paymentCode: code }));
}

/** The redirect target that led to this page; undefined once expired, and in another tab. */
export function storedRedirect(reference: string, now: number): RedirectTarget | undefined {
  const stored = storedUnder(reference).read();
  return stored && Date.parse(stored.expiresAt) > now ? stored : undefined;
}

/** Rejects a URL that is not http or https. */
export function webAddress(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new ApiProblem('payment_unavailable');
  return url;
}
