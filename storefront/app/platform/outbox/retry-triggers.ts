const firstWaitMs = 1000;
/**
 * The upper limit: after an outage, waiting entries are sent within a minute, even if the first attempt
 * fails again.
 */
const maxWaitMs = 30_000;

/**
 * Exponential backoff in milliseconds: doubles each time up to 30 s. Half of it is random jitter, so that
 * browsers do not return at the same moment.
 * @param failures consecutive failures, 1 or more
 * @param random from 0 to below 1
 */
export function backoffAfter(failures: number, random: number): number {
  const fullWait = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 10));
  return fullWait / 2 + (fullWait / 2) * random;
}

/**
 * The delay after the network returned, in milliseconds. An outage may end for a whole town at the same
 * moment. The delay is random, up to a quarter of the time offline and at most 30 s. After a short gap it
 * is close to zero.
 * @param awayMs how long there was no network
 * @param random from 0 to below 1
 */
export const backoffOnReturn = (awayMs: number, random: number): number =>
  Math.min(maxWaitMs, awayMs / 4) * random;

/** Events after which a browser may be able to send again. */
export interface ConnectivityHandlers {
  /** The network is back. */
  online(): void;
  /** The network was lost. */
  offline(): void;
  /** The page became visible, or was restored from the back/forward cache. */
  seen(): void;
}

/**
 * Registers the handlers.
 * @returns a function that removes them
 */
export function listenToTriggers({ online, offline, seen }: ConnectivityHandlers): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  addEventListener('online', online, { signal });
  addEventListener('offline', offline, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && seen(), { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && seen(), {
    signal,
  });
  return () => abort.abort();
}

/**
 * Flushes waiting entries: at once when the page becomes visible, and after the network returned with a
 * delay (`backoffOnReturn`).
 * @returns a function that stops it
 */
export function retryOnReturn(flush: () => void): () => void {
  let awaySince = navigator.onLine ? undefined : Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = listenToTriggers({
    offline() {
      clearTimeout(timer);
      awaySince ??= Date.now();
    },
    online() {
      clearTimeout(timer);
      timer = setTimeout(flush, backoffOnReturn(Date.now() - (awaySince ?? Date.now()), Math.random()));
      awaySince = undefined;
    },
    seen: flush,
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}
