import { createStore } from '../../platform/state/store.ts';

const homeData = createStore<unknown>(undefined);

/** Remembers the data of the home page while this document lives, for use without a network. */
export const rememberHome = homeData.set;

/** Whether the home page is available offline: remembered here, or cached by the service worker. */
export const isHomeAvailable = (): boolean => !!(homeData.get() || navigator.serviceWorker?.controller);

/** Returns the remembered home page when there is no network, and loads it otherwise. */
export function recallHome<Page>(load: () => Promise<Page>): Page | Promise<Page> {
  const page = homeData.get();
  // Only the home page remembers its data and recalls it.
  return page && !navigator.onLine ? (page as Page) : load();
}
