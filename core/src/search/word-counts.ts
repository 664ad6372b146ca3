import { growingCounts } from './growing.ts';
import { type Analysed, isLabel, type Note } from './places.ts';
import { Vocabulary } from './vocabulary.ts';

/** Every word of the shop with how many products have it; it forgets what a product no longer says. */
export class WordCounts {
  readonly vocabulary = new Vocabulary();
  // The terms of each product in turn, so that one that leaves is no longer counted in theirs.
  readonly #terms = growingCounts();
  readonly #ends = growingCounts();

  /**
   * Adds the words of the next slot.
   *
   * @param each hears every term with its note, for whoever keeps where it stands
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
    this.vocabulary.products.at[term]!++;
    // Labels are remembered beside the term, so that leaving needs no look into the postings.
    const label = isLabel(note) ? 1 : 0;
    this.vocabulary.labels.at[term]! += label;
    this.#terms.push(term * 2 + label);
  }

  /** No longer counts the words of a product. */
  discount(slot: number): void {
    const from = slot === 0 ? 0 : this.#ends.at[slot - 1]!;
    for (let i = from; i < this.#ends.at[slot]!; i++) {
      const entry = this.#terms.at[i]!;
      this.vocabulary.products.at[entry >> 1]!--;
      this.vocabulary.labels.at[entry >> 1]! -= entry & 1;
    }
  }

  /** Gives back unused room. */
  tidy(): void {
    this.#terms.trim();
    this.#ends.trim();
  }

  /** Keeps only these products, renumbered in their order. */
  keep(slots: Uint32Array): void {
    const places = growingCounts();
    const ends = growingCounts();
    for (const slot of slots) {
      const from = slot === 0 ? 0 : this.#ends.at[slot - 1]!;
      for (let place = from; place < this.#ends.at[slot]!; place++) places.push(place);
      ends.push(places.length);
    }
    this.#terms.keep(places.at.subarray(0, places.length));
    this.#ends.at = ends.at;
    this.#ends.length = ends.length;
  }
}
