import { backoffOnReturn } from './backoff.ts';

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
