/** The database of what searches found: no box is in it. */
export const cacheDatabase = 'fynbos-cache';
/** The catalogue, where a shopper keeps it. */
export const pocketDatabase = 'fynbos-cache-pocket';

/** The browser keeps no more of us. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
