import type { Filter, Scalar, Sort } from './search-request.ts';

/**
 * Contract of a search engine (spec commerce 9, SEA-1, SEA-2). The in-process engine and the external one
 * (OpenSearch) both implement it, and one test suite covers both. Calls to an external engine may fail with
 * `EngineAway`.
 */
export interface SearchEngine {
  /** Replaces all documents; a search never sees a partial change. */
  replaceAll(documents: Iterable<SearchDocument>): Promise<void>;
  /** Adds or replaces some documents and removes others; visible to the next search. */
  update(changed: readonly SearchDocument[], removed: readonly number[]): Promise<void>;
  search(query: EngineQuery): Promise<EngineResult>;
  /** Completes the last word of `text` and corrects the ones before it; best first. */
  suggest(text: string, limit: number): Promise<string[]>;
  /** For an external engine with several writers: whether it holds the documents this process last sent. */
  isInSync?(): Promise<boolean>;
}

/** The engine does not respond, or responds unexpectedly. A retry may succeed; the shop itself works. */
export class EngineAway extends Error {
  override name = 'EngineAway';
  /** The engine responded but refused the call, so a retry will hardly succeed. */
  readonly isRefusal: boolean = false;
}

/** The engine works, but refused this query as too expensive. */
export class QueryRefused extends EngineAway {
  override name = 'QueryRefused';
}

/** A product as indexed by the engine. */
export interface SearchDocument {
  id: number;
  /** Searchable text by field; boosts are in `searchBoosts`. The labels of the type are lines. */
  text: Record<SearchField, string>;
  /** The skus of the product and its children, matched exactly. */
  skus: string[];
  /** Every value for filters, facets and sorts; absent fields are omitted. */
  values: Record<string, Scalar | readonly Scalar[]>;
  inStock: boolean;
}

export const searchFields = ['name', 'sku', 'product_code', 'description', 'brand', 'type'] as const;
export type SearchField = (typeof searchFields)[number];

/** Weight of a word by field (spec commerce 9). */
export const searchBoosts: Record<SearchField, number> = {
  name: 4,
  sku: 2,
  product_code: 2,
  description: 1,
  brand: 1,
  type: 1,
};

export interface EngineQuery {
  text: string;
  filters: readonly Filter[];
  /** Empty sorts by relevance when there is text, otherwise in document order. */
  sort: readonly Sort[];
  start: number;
  size: number;
  /** Fields whose values are counted, each without the `catalog` filters on itself. */
  facets: readonly string[];
  /** Numeric fields to count in ranges, likewise. A null bound is open; `to` is exclusive. */
  ranges: readonly { field: string; ranges: readonly { from: number | null; to: number | null }[] }[];
}

export interface EngineResult {
  /** Document ids, best first: the page from `start`. */
  ids: number[];
  total: number;
  /** At most 100 values per field, most frequent first. */
  facets: Record<string, { value: string; count: number }[]>;
  /** One count per range, in the requested order. */
  ranges: Record<string, number[]>;
  /** Suggested spellings when the text has no exact match. */
  suggestions: string[];
}
