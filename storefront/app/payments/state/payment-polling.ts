import { ApiProblem } from '../../platform/api/api-problem.ts';
import { outcomeOf, type PaymentState, tellings } from './payment-outcome.ts';

/** What is known of the payment. */
export type Seen =
  | { kind: 'asking' }
  | { kind: 'answered'; state: PaymentState }
  /** The visitor has no right to see the payment. */
  | { kind: 'login' }
  | { kind: 'unknown' }
  | { kind: 'offline' }
  /** The shop could not be reached, or is busy. */
  | { kind: 'silent' };

/** Seconds between two requests: short at first, for two minutes in total. */
export const pauses: readonly number[] = [1, 2, 3, 5, ...Array.from({ length: 14 }, () => 8)];

/** Whether another request may return a different status. */
function mayChange(seen: Seen): boolean {
  if (seen.kind === 'answered') return tellings[outcomeOf(seen.state)].watched === true;
  return seen.kind === 'offline' || seen.kind === 'silent' || seen.kind === 'asking';
}

/**
 * Polls until the outcome of the payment is known, for at most two minutes. Time offline does not count.
 * @param wait resolves after the given seconds, or earlier when the network returns or the page becomes
 * visible; without seconds it resolves only on those events
 */
export async function pollPayment(
  requestStatus: () => Promise<PaymentState>,
  see: (seen: Seen) => void,
  wait: (seconds: number | undefined) => Promise<void>,
  isOnline: () => boolean,
): Promise<void> {
  for (let attempts = 0; attempts <= pauses.length; ) {
    const seen = await pollOnce(requestStatus, isOnline);
    see(seen);
    if (!mayChange(seen)) return;
    if (seen.kind === 'offline') await wait(undefined);
    else {
      const pause = pauses[attempts];
      attempts += 1;
      if (pause !== undefined) await wait(pause);
    }
  }
}

async function pollOnce(requestStatus: () => Promise<PaymentState>, isOnline: () => boolean): Promise<Seen> {
  if (!isOnline()) return { kind: 'offline' };
  try {
    return { kind: 'answered', state: await requestStatus() };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (!isOnline()) return { kind: 'offline' };
    if (error.status === 401) return { kind: 'login' };
    if (error.status === 404 || error.code === 'invalid_input') return { kind: 'unknown' };
    return { kind: 'silent' };
  }
}
