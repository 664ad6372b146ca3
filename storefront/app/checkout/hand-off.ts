import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { checkoutId, createCheckout, createPaylink, execute } from '@fynbos/core/payments/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { ApiProblem } from '../api-problem.ts';
import { orderPayPath, withQuery } from '../paths.ts';
import { statusPathOf } from './status-path.ts';

export type HandOff = ResultOf<typeof checkoutId>;

/** A payment to be handed to its provider. */
export interface ToHandOver {
  reference: string;
  code: ProviderCode;
  /** What the shopper was shown, in the currency. */
  amount: number;
  /** Of the cart it pays; left out where the login or the cookie of the hand-off shows who is asking. */
  cartToken?: string | undefined;
}

/** A provider is given its time. */
const timeout = 30_000;

/** Asks where the shopper goes to pay. Asked again with the same reference, the answer is the same while it lives. */
export async function askHandOff({ reference, code, amount, cartToken }: ToHandOver): Promise<HandOff> {
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

const keyOf = (reference: string) => `hand-off ${reference}`;

/** The address a hand-off leads to. A page that shows a widget finds the hand-off in this tab. */
export function wayTo(handOff: HandOff, code: ProviderCode): string {
  const reference = handOff.checkoutReference;
  if (handOff.kind === 'done') return statusPathOf({ reference, code });
  if (handOff.kind === 'redirect') return webAddress(handOff.url);
  try {
    sessionStorage.setItem(keyOf(reference), JSON.stringify(handOff));
  } catch {
    // It is asked for again.
  }
  return withQuery(orderPayPath, new URLSearchParams({ checkoutReference: reference, paymentCode: code }));
}

/** The hand-off that led to this page; undefined after its life, and in another tab. */
export function keptHandOff(reference: string, now: number): HandOff | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(reference)) ?? 'null') as HandOff | null;
    return kept && Date.parse(kept.expiresAt) > now ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody is sent to an address that is no page of the web. */
function webAddress(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new ApiProblem('payment_unavailable');
  return url;
}
