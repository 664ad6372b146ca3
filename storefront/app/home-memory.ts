let kept: unknown;

/** Keeps what the home page shows while this page lives: it is what is left without a network. */
export function keepHome(page: unknown): void {
  kept = page;
}

/** Kept by this page, or by the service worker, which has the home page from the first rest on. */
export const isHomeKept = (): boolean => !!(kept || navigator.serviceWorker?.controller);

/** The home page: as it was shown last where there is no network, loaded anew otherwise. */
export function recallHome<Page>(load: () => Promise<Page>): Page | Promise<Page> {
  return kept && !navigator.onLine ? (kept as Page) : load();
}
