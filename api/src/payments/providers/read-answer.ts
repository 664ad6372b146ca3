import { parseDecimal } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/attempt.ts';

/** What stands in a provider's answer, field by field: that it is there, and what it is, is never taken for granted. */

const word = /^\w[\w.:-]{0,99}$/;
const currencyCode = /^[A-Z]{3}$/;

/** An identifier or a code: nothing that is anybody's name, so that it may stand in errors and addresses. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && word.test(value) ? value : undefined;

/** JSON as it came. */
// biome-ignore lint/suspicious/noExplicitAny: what a provider sends is checked where it is read
export type Json = any;

export const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : []);

/** The body as JSON; undefined when it is none. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An amount written as decimal text, without a float in between. */
export function chargeOf(amount: unknown, currency: unknown): Charge | undefined {
  const cents = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (cents === undefined || cents < 0 || typeof currency !== 'string' || !currencyCode.test(currency))
    return undefined;
  return { cents, currency };
}

/** An instant: `2026-11-21T03:00:00Z`, `2026-11-21 03:00:00+0000`. One that says no zone means UTC. */
export function instantOf(value: unknown): Date | undefined {
  const [, day, time, zone] =
    (typeof value === 'string' &&
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?$/.exec(value)) ||
    [];
  if (!day) return undefined;
  const at = new Date(`${day}T${time}${zone?.replace(/^(.\d\d)(\d\d)$/, '$1:$2') ?? 'Z'}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
