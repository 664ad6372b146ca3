import { growingCounts } from '../text/growing-array.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import { type Analysed, isLabel, type Note } from './term-positions.ts';

// Assertions: a slot is a position in `#ends`, and an end is a position in `#terms`.

/** Counts the products of every word of the catalogue, and reverses the counts of removed products. */
export class WordCounts {
  readonly vocabulary = new Vocabulary();
  // The terms of each product in sequence, so that a removed product can be subtracted.
  readonly #terms = growingCounts();
  readonly #ends = growingCounts();

  /**
   * Adds the words of the next slot.
   * @param each called with every term and its note, for example to store the position
   */
  add(
    terms: Analysed['terms'],
    codes: Iterable<string>,
    each: (term: number, note: Note) => void = () => {},
  ): void {
    for (const [text, { kind, note }] of terms) this.#count(this.vocabulary.number(text, kind), note, each);
    for (const code of codes) this.#count(this.vocabulary.number(code, 'code'), 0, each);
    this.#ends.push(this.#terms.length);
  }

  #count(term: number, note: Note, each: (term: number, note: Note) => void): void {
    each(term, note);
    // The label bit is stored next to the term, so that removal does not read the postings.
    const label = isLabel(note) ? 1 : 0;
    this.vocabulary.addToCounts(term, 1, label);
    this.#terms.push(term * 2 + label);
  }

  /** Stops counting the words of a product. */
  discount(slot: number): void {
    const from = slot === 0 ? 0 : this.#ends.at[slot - 1]!;
    for (let i = from; i < this.#ends.at[slot]!; i++) {
      const entry = this.#terms.at[i]!;
      this.vocabulary.addToCounts(entry >> 1, -1, -(entry & 1));
    }
  }

  /** Frees unused capacity. */
  tidy(): void {
    this.#terms.trim();
    this.#ends.trim();
  }

  /** Retains only these products, renumbered in order. */
  retain(slots: Uint32Array): void {
    const places = growingCounts();
    const ends = growingCounts();
    for (const slot of slots) {
      const from = slot === 0 ? 0 : this.#ends.at[slot - 1]!;
      for (let place = from; place < this.#ends.at[slot]!; place++) places.push(place);
      ends.push(places.length);
    }
    this.#terms.retain(places.at.subarray(0, places.length));
    this.#ends.at = ends.at;
    this.#ends.length = ends.length;
  }
}
