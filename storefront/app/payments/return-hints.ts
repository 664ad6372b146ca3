import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';

/**
 * What an address or a form of a provider says of a payment (accounts 2.1). Hints only: which payment to ask for, never
 * how it stands. Anybody may have written them.
 */
export interface ReturnHints {
  /** Of the attempt (`checkoutReference`), or the id of an order (`ref`). */
  ref?: string;
  code?: ProviderCode;
  /** The provider’s own name of it, which it adds to the address. */
  id?: string;
  resourcePath?: string;
  /** What the wallet adds when the shopper has agreed. */
  token?: string;
  payer?: string;
  /** They came back by the way that stands for not paying. */
  hasLeft?: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const word = /^[\w.-]{1,200}$/;
const path = /^\/[\w./-]{1,400}$/;

/** Reads them out of a query or of a form; what does not look like one is none. */
export function readHints(given: URLSearchParams): ReturnHints {
  const like = (pattern: RegExp, ...names: string[]) =>
    names.map((name) => given.get(name) ?? '').find((value) => pattern.test(value));
  const ref = like(uuid, 'checkoutReference', 'ref');
  const code = given.get('paymentCode') ?? '';
  const id = like(word, 'id');
  const resourcePath = like(path, 'resourcePath');
  const token = like(word, 'token');
  const payer = like(word, 'PayerID');
  return {
    ...(ref && { ref }),
    ...(isProviderCode(code) && { code }),
    ...(id && { id }),
    ...(resourcePath && { resourcePath }),
    ...(token && payer && { token, payer }),
    ...(given.get('status') === 'cancelled' && { hasLeft: true }),
  };
}

/** Which names of the return stay in an address: they find the payment again, and open nothing. */
const harmless = {
  checkoutReference: uuid,
  ref: uuid,
  paymentCode: word,
  id: word,
  resourcePath: path,
  status: word,
  redirect_status: word,
  payment_await_type: word,
} as const;

/** The query that an address of a return is left with: no secret of a provider, nothing that is no hint. */
export function harmlessQuery(given: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, pattern] of Object.entries(harmless)) {
    const value = given.get(name);
    if (value !== null && pattern.test(value)) kept.set(name, value);
  }
  return kept;
}
