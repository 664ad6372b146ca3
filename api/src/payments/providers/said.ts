import { type Cents, parseDecimal } from '@fynbos/core/money.ts';
import type { ProviderAnswer } from './ask-provider.ts';
import { ProviderRefused, ProviderUnreachable } from './provider.ts';

/** What may stand in logs and on the operator's page: words and short numbers, no address and no key. */
const plainWords = /^(?=.{1,80}$)[A-Za-z]{0,24}\d{0,4}(?:[ _.,-]{1,2}[A-Za-z]{0,24}\d{0,4}){0,12}$/;

/** The provider's own words for a no, where they can be kept and shown. */
export const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && plainWords.test(value) ? value : undefined;

/** Cents from an amount in text or in a JSON number; undefined for what is no amount that somebody pays. */
export function amountOf(value: unknown): Cents | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const cents = parseDecimal(String(value), 2);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** Where a shopper can be sent: a page of the provider, or one of its stand-in beside the address that was asked. */
export function addressOf(value: unknown, url: string): string | undefined {
  const address = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null;
  const safe = address && (address.protocol === 'https:' || address.origin === new URL(url).origin);
  return safe ? address.href : undefined;
}

/** A part that an answer must have. @throws ProviderUnreachable without it, since such an answer says nothing */
export function needed<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new ProviderUnreachable(`no ${name} in the answer`);
  return part;
}

/**
 * Passes on an answer that says yes.
 *
 * @param reason where the provider's own word for its no stands
 * @throws ProviderRefused for a no; ProviderUnreachable where a page, a redirect or nothing was sent instead of one
 */
export function granted(answer: ProviderAnswer, reason: (said: ProviderAnswer['json']) => unknown) {
  const { status, json } = answer;
  if (!json || typeof json !== 'object') throw new ProviderUnreachable(`answered ${status} unreadably`);
  if (status >= 400) throw new ProviderRefused(wordsOf(reason(json)) ?? String(status));
  if (status !== 200 && status !== 201) throw new ProviderUnreachable(`answered ${status}`);
  return json;
}

/** Whether it is said, and not only a page that is missing, that there is no such thing. */
export const isUnknown = ({ status, json }: ProviderAnswer): boolean =>
  status === 404 && json !== null && typeof json === 'object';

/** What was asked for, where asking changes nothing. @throws ProviderUnreachable for everything else */
export function told({ status, json }: ProviderAnswer) {
  if (status !== 200 || !json || typeof json !== 'object')
    throw new ProviderUnreachable(`answered ${status}${status === 200 ? ' unreadably' : ''}`);
  return json;
}

/** A list of things, and of nothing else. @throws ProviderUnreachable */
export function rowsOf(said: unknown): Record<string, unknown>[] {
  if (!Array.isArray(said) || said.some((row) => !row || typeof row !== 'object'))
    throw new ProviderUnreachable('no list in the answer');
  return said;
}
