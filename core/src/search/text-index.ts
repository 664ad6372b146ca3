import { growingBytes } from './growing.ts';
import type { Analysed } from './places.ts';
import { Postings } from './postings.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordCounts } from './word-counts.ts';

/** Which words stand in which products, both ways round. */
export class TextIndex {
  readonly postings = new Postings();
  /** How many words the name of each product has. */
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

  /** No longer counts the words of a product; its postings stay until the next packing. */
  discount(slot: number): void {
    this.#counts.discount(slot);
  }

  get isLoose(): boolean {
    return this.postings.isLoose;
  }

  /** Gives back unused room. */
  tidy(): void {
    this.postings.pack((slot) => slot);
    this.nameLengths.trim();
    this.#counts.tidy();
  }

  /** Keeps only these products, renumbered in their order. */
  keep(slots: Uint32Array): void {
    const renumbered = new Int32Array(this.nameLengths.length).fill(-1);
    for (let i = 0; i < slots.length; i++) renumbered[slots[i]!] = i;
    this.postings.pack((slot) => renumbered[slot]!);
    this.#counts.keep(slots);
    this.nameLengths.keep(slots);
  }
}
