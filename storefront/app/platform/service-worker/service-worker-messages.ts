/** Messages from a page to the service worker. */
export type WorkerMessage =
  /** The shopper wants the new version now. */
  | { type: 'take-over' }
  /**
   * Whether to save data, by the shopper's setting or the browser's; and whether the shopper chose to load
   * everything.
   */
  | { type: 'low-data'; on: boolean; wantsAll: boolean }
  /**
   * A page has finished loading: its path and query as in the address bar, the home page of its store view,
   * and its language.
   */
  | { type: 'visited'; page: string; home: string; locale: string };

/** Where the worker stores its settings; a page does so before the worker exists. */
export const workerSettingsName = 'fynbos-settings';
export const workerSettingsKey = '/settings';
