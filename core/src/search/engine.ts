import type { Filter, Scalar, Sort } from './request.ts';

/**
 * What a search engine promises the shop (commerce 9, SEA-1, SEA-2). The in-process keeper and an
 * engine of its own (OpenSearch) both keep it, and one suite of tests holds for both. What is asked of an
 * engine elsewhere may end in `EngineAway`.
 */
export interface SearchEngine {
  /** Makes these the only documents; a search never sees half of the change. */
  replaceAll(documents: Iterable<SearchDocument>): Promise<void>;
  /** Adds or replaces some documents and removes others; seen by the next search. */
  update(changed: readonly SearchDocument[], removed: readonly number[]): Promise<void>;
  search(question: Question): Promise<Answer>;
  /** Completes the last word of `text` and corrects the ones before it; best first. */
  suggest(text: string, limit: number): Promise<string[]>;
  /** Of an engine elsewhere, which others write to as well: whether it holds what it was last told here. */
  isInStep?(): Promise<boolean>;
}

/** The engine does not answer, or not as it should: what was asked may succeed later, and nothing of the shop is at fault. */
export class EngineAway extends Error {
  override name = 'EngineAway';
  /** It is there, and would not do what it was asked: asked again it will hardly think otherwise. */
  readonly isRefusal: boolean = false;
}

/** The engine is there, but this one question is too much for it. */
export class QuestionRefused extends EngineAway {
  override name = 'QuestionRefused';
}

/** One product as the engine sees it. */
export interface SearchDocument {
  id: number;
  /** Searchable text by field; boosts are in `searchBoosts`. */
  text: Record<SearchField, string>;
  /** The sku of the product and of its children, matched whole. */
  skus: string[];
  /** Every value the product can be filtered, counted or sorted by; absent fields are left out. */
  values: Record<string, Scalar | readonly Scalar[]>;
  inStock: boolean;
}

export type SearchField = 'name' | 'sku' | 'product_code' | 'description' | 'brand' | 'type';

/** How much a word counts where (commerce 9). */
export const searchBoosts: Record<SearchField, number> = {
  name: 4,
  sku: 2,
  product_code: 2,
  description: 1,
  brand: 1,
  type: 1,
};

export interface Question {
  text: string;
  filters: readonly Filter[];
  /** Empty means: by relevance when there is text, in document order otherwise. */
  sort: readonly Sort[];
  start: number;
  size: number;
  /** Fields to count the values of, each without the `catalog` filters on itself. */
  facets: readonly string[];
  /** Numeric fields to count in ranges, likewise; an end that is null is open. `to` is not included. */
  ranges: readonly { field: string; ranges: readonly { from: number | null; to: number | null }[] }[];
}

export interface Answer {
  /** Document ids, best first: the page from `start`. */
  ids: number[];
  total: number;
  /** At most 100 values a field, most frequent first. */
  facets: Record<string, { value: string; count: number }[]>;
  /** One count a range, in the order asked. */
  ranges: Record<string, number[]>;
  /** Spelling the shopper may have meant, when the text finds nothing as written. */
  suggestions: string[];
}
