import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../accounts/session/state.ts';
import { listenTo } from '../offline/wakers.ts';
import { askPayment } from './ask-payment.ts';
import type { ReturnHints } from './return-hints.ts';
import { type Seen, watch } from './watch.ts';

/** What is known of a payment, watched while it may change; `again` begins to watch anew. */
export function usePayment(hints: ReturnHints): { seen: Seen; isWatched: boolean; again(): void } {
  const [seen, setSeen] = useState<Seen>({ kind: 'asking' });
  const [isWatched, setWatched] = useState(true);
  const [time, setTime] = useState(0);
  const isLoggedIn = useSession().state === 'loggedIn';
  const again = useCallback(() => setTime((now) => now + 1), []);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setWatched(true);
    watch(
      () => askPayment(hints),
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
    // Who has logged in since may see it.
    if (seen.kind === 'login' && isLoggedIn) again();
  }, [seen.kind, isLoggedIn, again]);
  return { seen, isWatched, again };
}

/** So many seconds, or until something happens that makes asking worth while. Never ends for a page that was left. */
function pause(seconds: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = seconds === undefined ? undefined : setTimeout(done, seconds * 1000);
    const stop = listenTo({ online: done, offline: done, seen: done });
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
