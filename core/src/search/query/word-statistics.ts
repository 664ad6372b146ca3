import type { Vocabulary } from '../text/vocabulary.ts';

/** One form that a word of a query may have in this catalogue. */
export interface Meaning {
  /** Number of existing products with this form. */
  products: number;
  /** Weight of a match in this form relative to the exact word, 0 to 1. */
  factor: number;
  /** Probability that this form is meant, 0 to 1. Higher certainty ranks first, whatever the weight. */
  certainty: number;
}

export type Trust = Pick<Meaning, 'factor' | 'certainty'>;

/** The data a query is planned with: the vocabulary, and the engine's way to look up terms. */
export interface SearchReferenceData<Form extends Meaning> {
  readonly vocabulary: Vocabulary;
  /** Number of products. */
  readonly size: number;
  /** Looks up one term by its number in the vocabulary. */
  term(term: number, trust: Trust): Form;
  /**
   * Looks up words that are adjacent in the name, or occur together in the brand or type; `parts` holds the
   * possible terms of each.
   */
  expression(parts: readonly number[][], trust: Trust): Form;
}
