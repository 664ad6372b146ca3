/** The database of cached search results; it contains no outbox. */
export const cacheDatabase = 'fynbos-cache';
/** The offline catalog, where a shopper has downloaded it. */
export const offlineCatalogDatabase = 'fynbos-cache-pocket';

/** Whether the browser refuses to store more for this origin. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
