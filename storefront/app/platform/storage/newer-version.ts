import { createStore } from '../state/store.ts';

const isNewer = createStore(false);

/**
 * A newer shop version in another tab has taken over the stored data. This page can use it only after a
 * reload.
 */
export const reportNewerShop = (): void => isNewer.set(true);

/**
 * Calls back once, also if it was reported before.
 * @returns a function that unsubscribes
 */
export function onNewer(listener: () => void): () => void {
  if (isNewer.get()) listener();
  return isNewer.subscribe(listener);
}
