import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';

/**
 * The payment that a provider's return address or form names (spec accounts 2.1). The values only select which
 * payment to query. They never set its status, because anyone can forge them.
 */
export interface ReturnHints {
  /** Id of the attempt (`checkoutReference`) or of the order (`ref`). */
  ref?: string;
  code?: ProviderCode;
  /** The provider's own payment id, which it adds to the address. */
  id?: string;
  resourcePath?: string;
  /** Added by PayPal after the shopper has agreed. */
  token?: string;
  payer?: string;
  /** How the shopper came back, as the address claims; shown only while the shop knows of no other outcome. */
  returned?: 'left' | 'failed';
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const word = /^[\w.-]{1,200}$/;
const path = /^\/[\w./-]{1,400}$/;

/**
 * Values of `redirect_status` (spec payments 2.15). Others, such as `succeeded`, change nothing: the shop decides.
 */
const redirectResults: ReadonlyMap<string | null, 'left' | 'failed'> = new Map([
  ['failed', 'failed'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'left'],
  ['cancelled', 'left'],
]);

/** Reads the hints from a query or a form. Malformed values are ignored. */
export function readReturnHints(params: URLSearchParams): ReturnHints {
  const like = (pattern: RegExp, ...names: string[]) =>
    names.map((name) => params.get(name) ?? '').find((value) => pattern.test(value));
  const ref = like(uuid, 'checkoutReference', 'ref');
  const code = params.get('paymentCode') ?? '';
  const id = like(word, 'id');
  const resourcePath = like(path, 'resourcePath');
  const token = like(word, 'token');
  const payer = like(word, 'PayerID');
  const returned = readReturned(params);
  return {
    ...(ref && { ref }),
    ...(isProviderCode(code) && { code }),
    ...(id && { id }),
    ...(resourcePath && { resourcePath }),
    ...(token && payer && { token, payer }),
    ...(returned && { returned }),
  };
}

/** A provider that names what it waits for (`payment_await_type`) may still receive the money. */
function readReturned(params: URLSearchParams): ReturnHints['returned'] {
  if (params.has('payment_await_type')) return undefined;
  return params.get('status') === 'cancelled' ? 'left' : redirectResults.get(params.get('redirect_status'));
}

/** Parameters of a return that may stay in the address: they identify the payment and grant no access. */
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

/** Returns the query to leave in a return address, without provider secrets and unknown parameters. */
export function harmlessParameters(params: URLSearchParams): URLSearchParams {
  const harmlessParams = new URLSearchParams();
  for (const [name, pattern] of Object.entries(harmless)) {
    const value = params.get(name);
    if (value !== null && pattern.test(value)) harmlessParams.set(name, value);
  }
  return harmlessParams;
}
