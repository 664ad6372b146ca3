import type { Outcome } from '@fynbos/core/payments/attempt.ts';
import type { RefundEvidence } from './provider.ts';

/**
 * The result codes of OPPWA by the groups of its reference (https://docs.oppwa.com/reference/resultCodes), the first
 * that matches counts: review stands before the rejections, single codes before their groups. Whatever stands
 * nowhere is unknown, and never money.
 */
const outcomes: readonly (readonly [RegExp, Outcome])[] = [
  // Only the one who asked does not know how it ended: it may be paid.
  [/^900\.100\.[345]00/, 'unknown'],
  [/^(100\.396\.103|900\.300\.600)/, 'expired'],
  [/^(100\.396\.(101|102|104|201)|100\.397)/, 'cancelled'],
  [/^(000\.400\.0[^3]|000\.400\.100)/, 'paid_review'],
  [/^(000\.000\.|000\.100\.1|000\.[36])/, 'paid'],
  [/^000\.200/, 'pending'],
  [/^(800\.400\.5|100\.400\.500)/, 'pending_long'],
  // 3-D Secure and the checks of card networks; the bank; asynchronous ways to pay; soft declines.
  [/^(000\.400\.1[0-9][1-9]|000\.400\.2)/, 'declined'],
  [/^(800\.[17]00|800\.800\.[123])/, 'declined'],
  [/^(100\.39[567]|300\.100\.100)/, 'declined'],
  // Risk: external, address, 3-D Secure, lists, limits.
  [/^(100\.400\.[0-3]|100\.380|100\.370|800\.400\.[12]|100\.390|800\.[23]|800\.1[1-6]0)/, 'declined'],
  // The line, and the machine at its end.
  [/^(900\.|000\.400\.030|800\.[56]|999\.|600\.1|800\.800\.[48])/, 'error'],
  // What was asked was wrong: settings, references, formats, addresses, accounts, amounts.
  [/^(600\.[23]|500\.[12]|800\.121|700\.|200\.[1-3]|800\.900)/, 'error'],
  [/^100\.(1[0-9]|2[0-9]|3[05]|5|[6-9])/, 'error'],
];

const anyCode = /^\d{3}\.\d{3}\.\d{3}$/;

/** What a result code says of a payment. */
export function outcomeOf(code: string): Outcome {
  return (anyCode.test(code) && outcomes.find(([group]) => group.test(code))?.[1]) || 'unknown';
}

/** Of which world a success is: the test modes of OPPWA have their own, in which nobody paid. */
export function worldOf(code: string): 'test' | 'live' | undefined {
  if (/^000\.100\.11[0-2]$/.test(code)) return 'test';
  return code === '000.000.000' ? 'live' : undefined;
}

/** Asked more often than it wants to hear. */
export const askedTooOften = '800.120.100';
/** No such checkout, or one whose half hour is over, whether it was paid or not. */
export const noSuchCheckout = '200.300.404';
/** No payment under this reference. */
export const noSuchPayment = '700.400.580';

const uncertain = /^(900\.|000\.400\.030|800\.[56]|999\.|600\.1|800\.800\.[48])/;
const refusals: readonly Outcome[] = ['declined', 'cancelled', 'expired', 'error'];

/** Whether what was asked for did not happen, and will not. A line that broke says nothing of that. */
export const isClearNo = (code: string): boolean =>
  refusals.includes(outcomeOf(code)) && !uncertain.test(code);

/** What a result code says of a refund. */
export function refundOutcomeOf(code: string): RefundEvidence['outcome'] {
  if (isClearNo(code)) return 'failed';
  const outcome = outcomeOf(code);
  if (outcome === 'paid' || outcome === 'paid_review') return 'succeeded';
  return outcome === 'pending' || outcome === 'pending_long' ? 'accepted' : 'unknown';
}
