import type { Vocabulary } from './vocabulary.ts';

/** One form that a word of a query may have in this shop. */
export interface Meaning {
  /** How many living products have it. */
  products: number;
  /** What a match in this form is worth beside one as written, 0 to 1. */
  factor: number;
  /** How sure it is that this form is meant, 0 to 1; what is surer comes first whatever it is worth. */
  certainty: number;
}

export type Trust = Pick<Meaning, 'factor' | 'certainty'>;

/** What a query is planned over: the words of the shop, and how an engine says where it finds them. */
export interface Ground<Form extends Meaning> {
  readonly vocabulary: Vocabulary;
  /** How many products there are. */
  readonly size: number;
  /** One term, by its number in the vocabulary. */
  term(term: number, trust: Trust): Form;
  /** Words side by side in the name, or together in the brand or the type; `parts` holds for each the terms it may be. */
  expression(parts: readonly number[][], trust: Trust): Form;
}
