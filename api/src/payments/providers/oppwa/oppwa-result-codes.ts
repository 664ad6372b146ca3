import type { Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import type { RefundEvidence } from '../payment-provider.ts';

/**
 * The result codes of OPPWA by the groups of its reference (https://docs.oppwa.com/reference/resultCodes).
 * The first match counts: reviews come before rejections, single codes before their groups. A code that
 * matches none is unknown, and never a payment.
 */
const outcomes: readonly (readonly [RegExp, Outcome])[] = [
  // Timed out on our side only: it may be paid.
  [/^900\.100\.[345]00/, 'unknown'],
  [/^(100\.396\.103|900\.300\.600)/, 'expired'],
  [/^(100\.396\.(101|102|104|201)|100\.397)/, 'cancelled'],
  [/^(000\.400\.0[^3]|000\.400\.100)/, 'paid_review'],
  [/^(000\.000\.|000\.100\.1|000\.[36])/, 'paid'],
  [/^000\.200/, 'pending'],
  [/^(800\.400\.5|100\.400\.500)/, 'pending_long'],
  // 3-D Secure and the checks of card networks; the bank; asynchronous payment methods; soft declines.
  [/^(000\.400\.1[0-9][1-9]|000\.400\.2)/, 'declined'],
  [/^(800\.[17]00|800\.800\.[123])/, 'declined'],
  [/^(100\.39[567]|300\.100\.100)/, 'declined'],
  // Risk: external, address, 3-D Secure, lists, limits.
  [/^(100\.400\.[0-3]|100\.380|100\.370|800\.400\.[12]|100\.390|800\.[23]|800\.1[1-6]0)/, 'declined'],
  // Connection and system errors.
  [/^(900\.|000\.400\.030|800\.[56]|999\.|600\.1|800\.800\.[48])/, 'error'],
  // Invalid requests: settings, references, formats, addresses, accounts, amounts.
  [/^(600\.[23]|500\.[12]|800\.121|700\.|200\.[1-3]|800\.900)/, 'error'],
  [/^100\.(1[0-9]|2[0-9]|3[05]|5|[6-9])/, 'error'],
];

const anyCode = /^\d{3}\.\d{3}\.\d{3}$/;

/** The payment outcome of a result code. */
export function outcomeOf(code: string): Outcome {
  return (anyCode.test(code) && outcomes.find(([group]) => group.test(code))?.[1]) || 'unknown';
}

/** The mode of a success: OPPWA has separate codes for its test modes, in which no money moves. */
export function worldOf(code: string): 'test' | 'live' | undefined {
  if (/^000\.100\.11[0-2]$/.test(code)) return 'test';
  return code === '000.000.000' ? 'live' : undefined;
}

/** The rate limit was exceeded. */
export const rateLimited = '800.120.100';
/** The checkout does not exist, or its half hour is over, whether it was paid or not. */
export const noSuchCheckout = '200.300.404';
/** No payment under this reference. */
export const noSuchPayment = '700.400.580';

const uncertain = /^(900\.|000\.400\.030|800\.[56]|999\.|600\.1|800\.800\.[48])/;
const refusals: readonly Outcome[] = ['declined', 'cancelled', 'expired', 'error'];

/** Whether the request certainly failed. A connection error does not prove that. */
export const isClearNo = (code: string): boolean =>
  refusals.includes(outcomeOf(code)) && !uncertain.test(code);

/** The refund outcome of a result code. */
export function refundOutcomeOf(code: string): RefundEvidence['outcome'] {
  if (isClearNo(code)) return 'failed';
  const outcome = outcomeOf(code);
  if (outcome === 'paid' || outcome === 'paid_review') return 'succeeded';
  return outcome === 'pending' || outcome === 'pending_long' ? 'accepted' : 'unknown';
}
