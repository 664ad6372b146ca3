import { useCallback, useEffect, useState } from 'react';
import { listenToTriggers } from '../../platform/outbox/retry-triggers.ts';
import { useSession } from '../../platform/session/session-state.ts';
import { pollPayment, type Seen } from './payment-polling.ts';
import { fetchPaymentState } from './payment-status-query.ts';
import type { ReturnHints } from './provider-return-parameters.ts';

/** Polls a payment while its status may change. `refresh` restarts polling. */
export function usePayment(hints: ReturnHints): { seen: Seen; isWatched: boolean; refresh(): void } {
  const [seen, setSeen] = useState<Seen>({ kind: 'asking' });
  const [isWatched, setWatched] = useState(true);
  const [time, setTime] = useState(0);
  const isLoggedIn = useSession().state === 'loggedIn';
  const refresh = useCallback(() => setTime((now) => now + 1), []);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setWatched(true);
    pollPayment(
      () => fetchPaymentState(hints),
      (next) => !signal.aborted && setSeen(next),
      (seconds) => pause(seconds, signal),
      () => navigator.onLine,
    ).then(
      () => !signal.aborted && setWatched(false),
      (error: unknown) => !signal.aborted && reportError(error),
    );
    return () => ending.abort();
  }, [hints, time]);
  useEffect(() => {
    // The shopper has logged in since and may now be allowed to see the payment.
    if (seen.kind === 'login' && isLoggedIn) refresh();
  }, [seen.kind, isLoggedIn, refresh]);
  return { seen, isWatched, refresh };
}

/**
 * Waits for the given seconds, or until the page comes back or the network changes. Never resolves after
 * the page was left.
 */
function pause(seconds: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = seconds === undefined ? undefined : setTimeout(done, seconds * 1000);
    const stop = listenToTriggers({ online: done, offline: done, seen: done });
    function end(): void {
      clearTimeout(timer);
      stop();
    }
    function done(): void {
      end();
      if (!signal.aborted) resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}
