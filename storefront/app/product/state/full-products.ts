import type { Product } from '@fynbos/core/catalogue/entities.ts';

/** A product document loaded by a list's second stage. */
export interface FullProduct {
  product: Product;
  /** When it was loaded, in milliseconds. */
  at: number;
  /** The customer group of its prices. */
  group: string | undefined;
}

const cache = new Map<string, FullProduct>();
const maxCached = 200;
const freshFor = 120_000;

/** Caches a document for its product page, in this visit only. The oldest entry is evicted first. */
export function cacheFull(full: FullProduct): void {
  cache.delete(full.product.url_path);
  cache.set(full.product.url_path, full);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}

/** The cached document for a path, however old. */
export const recallFull = (path: string): FullProduct | undefined => cache.get(path);

/** The cached document for a path while it is fresh, or at any age without a network. */
export function findFull(path: string): FullProduct | undefined {
  const full = cache.get(path);
  return full && (Date.now() - full.at < freshFor || !navigator.onLine) ? full : undefined;
}
