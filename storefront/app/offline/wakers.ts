import { waitOnReturn } from './backoff.ts';

/** When a browser may be able to send again. */
export interface Wakers {
  /** There is a network again. */
  online(): void;
  /** The network went away. */
  offline(): void;
  /** The page is looked at again, or came back from the browser's memory. */
  seen(): void;
}

/** Listens until it is stopped. @returns how to stop */
export function listenTo({ online, offline, seen }: Wakers): () => void {
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
 * Wakes what waits to be sent: at once where the page is looked at again, and where the network was away, a while after it is
 * back (`waitOnReturn`). @returns how to stop
 */
export function wakeInTime(wake: () => void): () => void {
  let awaySince = navigator.onLine ? undefined : Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = listenTo({
    offline() {
      clearTimeout(timer);
      awaySince ??= Date.now();
    },
    online() {
      clearTimeout(timer);
      timer = setTimeout(wake, waitOnReturn(Date.now() - (awaySince ?? Date.now()), Math.random()));
      awaySince = undefined;
    },
    seen: wake,
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}
