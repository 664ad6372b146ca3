import { type Cents, parseDecimal } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import { type Evidence, ProviderRefused, ProviderUnreachable } from './payment-provider.ts';
import type { ProviderResponse } from './provider-request.ts';

/** Text that is safe for logs and the operator's page: words and short numbers, no address and no key. */
const plainPhrase = /^(?=.{1,80}$)[A-Za-z]{0,24}\d{0,4}(?:[ _.,-]{1,2}[A-Za-z]{0,24}\d{0,4}){0,12}$/;

/** Returns the provider's reason for a refusal when it is safe to store and show. */
export const safeReasonOf = (value: unknown): string | undefined =>
  typeof value === 'string' && plainPhrase.test(value) ? value : undefined;

/** Reads an amount in text or JSON number as cents; undefined when it is not a valid amount. */
export function amountOf(value: unknown): Cents | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const cents = parseDecimal(String(value), 2);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/**
 * Returns a URL that a shopper can be sent to: HTTPS, or the origin of the requested URL (for a provider
 * stub).
 */
export function addressOf(value: unknown, url: string): string | undefined {
  const address = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null;
  const safe = address && (address.protocol === 'https:' || address.origin === new URL(url).origin);
  return safe ? address.href : undefined;
}

/**
 * Returns a required part of a response.
 * @throws ProviderUnreachable without it, since the response is unusable
 */
export function needed<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new ProviderUnreachable(`no ${name} in the response`);
  return part;
}

/**
 * Returns the body of a successful response.
 * @param reason reads the provider's code from the body of a refusal
 * @throws ProviderRefused for a refusal; ProviderUnreachable for a page, a redirect or an empty body
 */
export function granted(response: ProviderResponse, reason: (payload: ProviderResponse['json']) => unknown) {
  const { status, json } = response;
  if (!json || typeof json !== 'object')
    throw new ProviderUnreachable(`returned status ${status} with an unparseable body`);
  if (status >= 400) throw new ProviderRefused(safeReasonOf(reason(json)) ?? String(status));
  if (status !== 200 && status !== 201) throw new ProviderUnreachable(`returned status ${status}`);
  return json;
}

/** Whether the provider reports that the object does not exist, as opposed to a missing page. */
export const isUnknown = ({ status, json }: ProviderResponse): boolean =>
  status === 404 && json !== null && typeof json === 'object';

/**
 * Returns the body of a read-only request.
 * @throws ProviderUnreachable for any other response
 */
export function requireOk({ status, json }: ProviderResponse) {
  if (status !== 200 || !json || typeof json !== 'object')
    throw new ProviderUnreachable(
      `returned status ${status}${status === 200 ? ' with an unparseable body' : ''}`,
    );
  return json;
}

/**
 * Returns a list of objects.
 * @throws ProviderUnreachable
 */
export function rowsOf(payload: unknown): Record<string, unknown>[] {
  if (!Array.isArray(payload) || payload.some((row) => !row || typeof row !== 'object'))
    throw new ProviderUnreachable('no list in the response');
  return payload;
}

/** The status of a payment that brought no money, if the provider does not repeat our reference. */
export const nothingPaid = (
  outcome: Outcome,
  id: string | undefined,
  code: string,
  mode: Evidence['mode'],
): Evidence => ({ outcome, id, reference: undefined, paid: [], mode, code });
