import { once } from '../state/once.ts';

/**
 * Requests persistent storage once per page. Only when an entry waits that cannot be sent now, since some
 * browsers prompt the shopper.
 */
export function requestPersistence(): void {
  if (!navigator.onLine) request();
}

const request = once(() => {
  // A worker has no such permission prompt.
  const { storage } = navigator as { storage?: { persist?(): Promise<boolean> } };
  void storage?.persist?.().catch(() => {});
});
