import type { AttemptState } from './payment-attempt.ts';
import { attemptStates } from './payment-attempt.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays between polls of an open payment; afterwards daily (spec payments 5). */
const whileOpen = [
  20 * second,
  40 * second,
  ...[1, 2, 4, 8, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 12, 24].map((hours) => hours * hour),
];
const openFor = 7 * 24 * hour;
/** A bank may need this long to decide. */
const processedFor = 30 * 24 * hour;
/** A refused payment may still become paid, so it is polled a few more times. */
const afterRefusal = [15 * minute, hour, 4 * hour, 24 * hour];

/**
 * Returns the delay in milliseconds until the next poll of a payment without a webhook; undefined when
 * polling ends.
 * @param pollCount number of polls in this state
 * @param age milliseconds since the payment was created
 * @param random 0 to 1; extends the delay by up to a fifth, so that polls are spread out
 */
export function nextPollDelay(
  state: AttemptState,
  pollCount: number,
  age: number,
  random: number,
): number | undefined {
  const wait = waitFor(state, pollCount, age);
  return wait === undefined ? undefined : Math.round(wait * (1 + random / 5));
}

function waitFor(state: AttemptState, pollCount: number, age: number): number | undefined {
  if (state === 'paid' || state === 'partially_refunded' || state === 'refunded') return undefined;
  if (!attemptStates[state].open) return afterRefusal[pollCount];
  if (age > (state === 'processing' ? processedFor : openFor)) return undefined;
  return whileOpen[pollCount] ?? 24 * hour;
}
