import type { Product } from '@fynbos/core/catalogue/entities.ts';

/** The document of a product as a list's second stage loaded it. */
export interface FullProduct {
  product: Product;
  /** When it was loaded, in milliseconds. */
  at: number;
  /** Whose prices it has. */
  group: string | undefined;
}

const kept = new Map<string, FullProduct>();
const mostKept = 200;
const freshFor = 120_000;

/** Keeps a document for the page of its product, in this visit only; the oldest leaves first. */
export function keepFull(full: FullProduct): void {
  kept.delete(full.product.url_path);
  kept.set(full.product.url_path, full);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

/** What is kept of the product at a path, however old it is. */
export const recallFull = (path: string): FullProduct | undefined => kept.get(path);

/** The same, while it is fresh; without a network there is nothing fresher. */
export function findFull(path: string): FullProduct | undefined {
  const full = kept.get(path);
  return full && (Date.now() - full.at < freshFor || !navigator.onLine) ? full : undefined;
}
