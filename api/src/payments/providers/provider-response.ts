import { parseDecimal } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';

/** Readers for the fields of a provider's response. They check that a field exists and has the right form. */

const word = /^\w[\w.:-]{0,99}$/;
const currencyCode = /^[A-Z]{3}$/;

/** Returns an identifier or a code. It holds no personal data, so it may appear in errors and URLs. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && word.test(value) ? value : undefined;

/** JSON as received. */
// biome-ignore lint/suspicious/noExplicitAny: what a provider sends is checked where it is read
export type Json = any;

export const jsonListOf = (value: Json): Json[] => (Array.isArray(value) ? value : []);

/** Parses the body as JSON; undefined when it is not JSON. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads an amount in decimal text, without a float in between. */
export function chargeOf(amount: unknown, currency: unknown): Charge | undefined {
  const cents = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (cents === undefined || cents < 0 || typeof currency !== 'string' || !currencyCode.test(currency))
    return undefined;
  return { cents, currency };
}

/** Reads an instant: `2026-11-21T03:00:00Z`, `2026-11-21 03:00:00+0000`. Without a zone it means UTC. */
export function instantOf(value: unknown): Date | undefined {
  const [, day, time, zone] =
    (typeof value === 'string' &&
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?$/.exec(value)) ||
    [];
  if (!day) return undefined;
  const at = new Date(`${day}T${time}${zone?.replace(/^(.\d\d)(\d\d)$/, '$1:$2') ?? 'Z'}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
