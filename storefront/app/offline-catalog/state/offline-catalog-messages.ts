import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import type { ApiSettings } from '../../platform/api/api-settings.ts';

/** Facts about the offline catalog stored in this browser. */
export interface OfflineCatalogInfo {
  version: string;
  /** When the data was current, as ISO 8601. */
  made: string;
  products: number;
}

/** Suggestions for a text being typed, in the format of the server's suggestions. */
export interface OfflineSuggestions {
  words: string[];
  products: CardProduct[];
  categories: OfflineCategory[];
  total: number;
}

export interface OfflineCategory {
  id: number;
  name: string;
  url_path: string;
}

/** The products to list: by text, by category with all its subcategories, or by brand. */
export interface OfflineListScope {
  text?: string;
  category?: number;
  /** The slug of a brand. */
  brand?: string;
}

export interface OfflineSortOrder {
  field: string;
  direction: 'asc' | 'desc';
}

export interface OfflineProductList {
  items: CardProduct[];
  total: number;
  suggestions: string[];
}

/** The page at an address of the shop. */
export type OfflinePlace =
  | { kind: 'category'; category: OfflineCategory; crumbs: Crumb[]; below: OfflineCategory[] }
  | { kind: 'product'; product: CardProduct; brandSlug: string; crumbs: Crumb[] };

/**
 * Queries of the catalog snapshot. They run in a worker thread, so that typing never waits for the
 * snapshot.
 */
export interface OfflineCatalogQueries {
  /** The stored snapshot of the current view; an invalid one is deleted. */
  kept(): OfflineCatalogInfo | undefined;
  /** Downloads the snapshot, or the difference to the stored one. */
  refresh(): OfflineCatalogInfo | undefined;
  suggest(text: string, size: number): OfflineSuggestions | undefined;
  list(
    scope: OfflineListScope,
    order: OfflineSortOrder | undefined,
    shown: number,
  ): OfflineProductList | undefined;
  place(path: string): OfflinePlace | undefined;
  forget(): undefined;
}

export type OfflineCatalogClient = {
  [Query in keyof OfflineCatalogQueries]: (
    ...args: Parameters<OfflineCatalogQueries[Query]>
  ) => Promise<Awaited<ReturnType<OfflineCatalogQueries[Query]>>>;
};

/** Messages from the page to the thread: first the settings, then queries. */
export type OfflineCatalogRequest =
  | { settings: ApiSettings }
  | { number: number; query: keyof OfflineCatalogQueries; args: readonly unknown[] };

export type OfflineCatalogReply = { number: number; result: unknown } | { number: number; failed: true };
