import { growingBytes } from '../text/growing-array.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { Postings } from './postings.ts';
import type { Analysed } from './term-positions.ts';
import { WordCounts } from './word-counts.ts';

// Assertions: a slot is a position in `nameLengths`, and so in the renumbered slots.

/** Maps words to products and products to words. */
export class TextIndex {
  readonly postings = new Postings();
  /** Number of words in the name of each product. */
  readonly nameLengths = growingBytes();
  readonly #counts = new WordCounts();

  get vocabulary(): Vocabulary {
    return this.#counts.vocabulary;
  }

  /** Adds the product of the next slot. */
  add({ terms, nameLength }: Analysed, codes: readonly string[]): void {
    const slot = this.nameLengths.length;
    this.nameLengths.push(Math.min(nameLength, 255));
    this.#counts.add(terms, new Set(codes), (term, note) => this.postings.add(term, slot, note));
  }

  /** Stops counting the words of a product; its postings remain until the next compaction. */
  discount(slot: number): void {
    this.#counts.discount(slot);
  }

  get isLoose(): boolean {
    return this.postings.isLoose;
  }

  /** Frees unused capacity. */
  tidy(): void {
    this.postings.compact((slot) => slot);
    this.nameLengths.trim();
    this.#counts.tidy();
  }

  /** Retains only these products, renumbered in order. */
  retain(slots: Uint32Array): void {
    const renumbered = new Int32Array(this.nameLengths.length).fill(-1);
    for (let i = 0; i < slots.length; i++) renumbered[slots[i]!] = i;
    this.postings.compact((slot) => renumbered[slot]!);
    this.#counts.retain(slots);
    this.nameLengths.retain(slots);
  }
}
