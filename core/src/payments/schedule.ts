import type { AttemptState } from './attempt.ts';
import { attemptStates } from './attempt.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the last time an open payment is asked for again; then daily (payments 5). */
const whileOpen = [
  20 * second,
  40 * second,
  ...[1, 2, 4, 8, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 12, 24].map((hours) => hours * hour),
];
const openFor = 7 * 24 * hour;
/** A bank may take as long to make up its mind. */
const processedFor = 30 * 24 * hour;
/** What was refused may still become paid: it is asked for a few times more. */
const afterRefusal = [15 * minute, hour, 4 * hour, 24 * hour];

/**
 * In how many milliseconds a payment is asked for again, though nobody called; undefined when it is over.
 *
 * @param asked how often it was asked for in this state
 * @param age milliseconds since it was made
 * @param chance 0 to 1; the wait is up to a fifth longer, so that not all come at once
 */
export function nextAskIn(
  state: AttemptState,
  asked: number,
  age: number,
  chance: number,
): number | undefined {
  const wait = waitFor(state, asked, age);
  return wait === undefined ? undefined : Math.round(wait * (1 + chance / 5));
}

function waitFor(state: AttemptState, asked: number, age: number): number | undefined {
  if (state === 'paid' || state === 'partially_refunded' || state === 'refunded') return undefined;
  if (!attemptStates[state].open) return afterRefusal[asked];
  if (age > (state === 'processing' ? processedFor : openFor)) return undefined;
  return whileOpen[asked] ?? 24 * hour;
}
