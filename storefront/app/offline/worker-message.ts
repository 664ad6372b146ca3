/** What a page says to the service worker. */
export type WorkerMessage =
  /** The shopper wants the new version now. */
  | { type: 'take-over' }
  /** Whether few bytes shall be spent, by the shopper's own setting or the browser's; whether they chose to have all. */
  | { type: 'low-data'; on: boolean; wantsAll: boolean }
  /** A page has come to rest: path and query as the address bar has them, the home of its store view, its language. */
  | { type: 'visited'; page: string; home: string; locale: string };

/** Where the worker writes down what it is told; a page does so for it before there is one. */
export const settingsName = 'fynbos-settings';
export const settingsKey = '/settings';
