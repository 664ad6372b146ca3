import { ApiProblem } from '../api-problem.ts';
import { outcomeOf, type PaymentState, tellings } from './outcome.ts';

/** What is known of the payment. */
export type Seen =
  | { kind: 'asking' }
  | { kind: 'answered'; state: PaymentState }
  /** Whoever asks has not the right to see it. */
  | { kind: 'login' }
  | { kind: 'unknown' }
  | { kind: 'offline' }
  /** The shop was not reached, or is busy. */
  | { kind: 'silent' };

/** Seconds between one question and the next: quick at first, for two minutes. */
export const pauses: readonly number[] = [1, 2, 3, 5, ...Array.from({ length: 14 }, () => 8)];

/** Whether it may be something else when asked again. */
export function mayChange(seen: Seen): boolean {
  if (seen.kind === 'answered') return tellings[outcomeOf(seen.state)].watched === true;
  return seen.kind === 'offline' || seen.kind === 'silent' || seen.kind === 'asking';
}

/**
 * Asks until it is known how the payment ended, and for two minutes at most. Being offline takes none of them.
 *
 * @param wait ends after so many seconds, or when there is a network or the page is looked at again; without a number
 * only then
 */
export async function watch(
  ask: () => Promise<PaymentState>,
  see: (seen: Seen) => void,
  wait: (seconds: number | undefined) => Promise<void>,
  isOnline: () => boolean,
): Promise<void> {
  for (let asked = 0; asked <= pauses.length; ) {
    const seen = await askOnce(ask, isOnline);
    see(seen);
    if (!mayChange(seen)) return;
    if (seen.kind === 'offline') await wait(undefined);
    else {
      const pause = pauses[asked];
      asked += 1;
      if (pause !== undefined) await wait(pause);
    }
  }
}

async function askOnce(ask: () => Promise<PaymentState>, isOnline: () => boolean): Promise<Seen> {
  if (!isOnline()) return { kind: 'offline' };
  try {
    return { kind: 'answered', state: await ask() };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (!isOnline()) return { kind: 'offline' };
    if (error.status === 401) return { kind: 'login' };
    if (error.status === 404 || error.code === 'invalid_input') return { kind: 'unknown' };
    return { kind: 'silent' };
  }
}
