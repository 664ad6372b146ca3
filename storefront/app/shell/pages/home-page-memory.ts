let homeData: unknown;

/** Remembers the data of the home page while this document lives, for use without a network. */
export function rememberHome(page: unknown): void {
  homeData = page;
}

/** Whether the home page is available offline: remembered here, or cached by the service worker. */
export const isHomeAvailable = (): boolean => !!(homeData || navigator.serviceWorker?.controller);

/** Returns the remembered home page when there is no network, and loads it otherwise. */
export function recallHome<Page>(load: () => Promise<Page>): Page | Promise<Page> {
  // Only the home page remembers its data and recalls it.
  return homeData && !navigator.onLine ? (homeData as Page) : load();
}
