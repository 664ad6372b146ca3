import { growingBytes, growingCounts } from './growing.ts';
import { type Analysed, isLabel } from './places.ts';
import { Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';

/** Which words stand in which products, both ways round. */
export class TextIndex {
  vocabulary = new Vocabulary();
  readonly postings = new Postings();
  /** How many words the name of each product has. */
  readonly nameLengths = growingBytes();
  // The terms of each product in turn, so that one that leaves is no longer counted in theirs.
  readonly #terms = growingCounts();
  readonly #ends = growingCounts();

  /** Adds the product of the next slot. */
  add({ terms, nameLength }: Analysed, codes: readonly string[]): void {
    const slot = this.nameLengths.length;
    this.nameLengths.push(Math.min(nameLength, 255));
    for (const [text, { kind, note }] of terms) this.#addTerm(this.vocabulary.number(text, kind), slot, note);
    for (const code of new Set(codes)) this.#addTerm(this.vocabulary.number(code, 'code'), slot, 0);
    this.#ends.push(this.#terms.length);
  }

  #addTerm(term: number, slot: number, note: number): void {
    this.postings.add(term, slot, note);
    this.vocabulary.products.at[term]!++;
    // Labels are remembered beside the term, so that leaving needs no look into the postings.
    const label = isLabel(note) ? 1 : 0;
    this.vocabulary.labels.at[term]! += label;
    this.#terms.push(term * 2 + label);
  }

  /** No longer counts the words of a product; its postings stay until the next packing. */
  discount(slot: number): void {
    const from = slot === 0 ? 0 : this.#ends.at[slot - 1]!;
    for (let i = from; i < this.#ends.at[slot]!; i++) {
      const entry = this.#terms.at[i]!;
      this.vocabulary.products.at[entry >> 1]!--;
      this.vocabulary.labels.at[entry >> 1]! -= entry & 1;
    }
  }

  get isLoose(): boolean {
    return this.postings.isLoose;
  }

  /** Gives back unused room. */
  tidy(): void {
    this.postings.pack((slot) => slot);
    this.nameLengths.trim();
    this.#terms.trim();
    this.#ends.trim();
  }

  /** Keeps only these products, renumbered in their order. */
  keep(slots: Uint32Array): void {
    const renumbered = new Int32Array(this.nameLengths.length).fill(-1);
    for (let i = 0; i < slots.length; i++) renumbered[slots[i]!] = i;
    this.postings.pack((slot) => renumbered[slot]!);
    this.#keepTerms(slots);
    this.nameLengths.keep(slots);
  }

  #keepTerms(slots: Uint32Array): void {
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
