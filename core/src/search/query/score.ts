import { codeTerm, type ProductIndex } from '../index/product-index.ts';
import { flagsOf, nowhere, placeOf, qualified, worth } from '../index/term-positions.ts';
import type { Word } from './query-plan.ts';
import type { Source } from './term-sources.ts';

// Assertions: a slot is a position in the arrays of the index and of the scorer, which have its size.

/**
 * Returns the number of words that must match: three of four, two of three, one of two (spec commerce 9: 75 %,
 * rounded down, at least one).
 */
export function minMatchingTerms(termCount: number): number {
  return Math.max(1, Math.floor(termCount * 0.75));
}

/**
 * When at least this many products match every word, those that match fewer are left out: they would only
 * lengthen the list.
 */
export const enoughFullMatches = 10;

/**
 * Products with a lower score are left out (spec commerce 9). The specification's 0.02 is a score of another
 * engine. Here scores run from 0 to 1, and 0.02 drops products that merely mention the least significant
 * word of several.
 */
export const minScore = 0.02;

/** Factor for sold-out products: they rank lower but remain visible. */
export const outOfStock = 0.6;

/** Factor for words that are adjacent in both the name and the query. */
export const neighbouring = 1.2;

/** Share of the score for names with little besides the query. */
export const brevity = 0.2;

/** Share of the score for products of the type that the query is about. */
export const typicality = 0.5;

/** Scores are summed as integers, so that the sum does not depend on the order. */
const fine = 1e8;

/** Maximum lift by worth past a product of higher certainty; see `certainty`. */
export const worthBesideCertainty = 0.35;

/** A matching sku ranks before everything. */
export const isCode = 1000;

/** Matching products with a rank per slot; higher is better. */
export interface Ranking {
  slots: Uint32Array;
  rank: Float64Array;
}

/**
 * Ranks products for the words of a query. Arrays of the catalogue's size are reused between searches, so a
 * ranking is valid only until the next one.
 */
export class Scorer {
  #capacity = 0;
  #rank = new Float64Array(0);
  #score = new Float64Array(0);
  #value = new Float64Array(0);
  #matchCounts = new Uint8Array(0);
  #named = new Uint8Array(0);
  #last = new Uint8Array(0);
  #place = new Uint8Array(0);
  #before = new Uint8Array(0);
  #touched = new Uint32Array(0);
  #count = 0;

  rank(index: ProductIndex, queryTerms: readonly Word[], text: string): Ranking {
    this.#ensureCapacity(index.slots);
    this.#count = 0;
    for (const [place, word] of queryTerms.entries()) {
      for (const source of word.sources) this.#add(index.alive.at, source, word.weight, place + 1);
    }
    this.#addCode(index, text);
    const slots = this.#finish(index, queryTerms.length);
    return { slots, rank: this.#rank };
  }

  #ensureCapacity(slots: number): void {
    if (slots <= this.#capacity) return;
    this.#capacity = Math.ceil(slots * 1.25);
    this.#rank = new Float64Array(this.#capacity);
    this.#score = new Float64Array(this.#capacity);
    this.#value = new Float64Array(this.#capacity);
    this.#matchCounts = new Uint8Array(this.#capacity);
    this.#named = new Uint8Array(this.#capacity);
    this.#last = new Uint8Array(this.#capacity);
    this.#place = new Uint8Array(this.#capacity);
    this.#before = new Uint8Array(this.#capacity);
    this.#touched = new Uint32Array(this.#capacity);
  }

  /** Adds one form of a word. Of several forms in one product, the one with the highest value counts. */
  #add(alive: Uint8Array, source: Source, weight: number, word: number): void {
    const { slots, notes, from, to, factor, certainty } = source;
    for (let i = from; i < to; i++) {
      const slot = slots[i]!;
      if (alive[slot] === 0) continue;
      if (this.#last[slot] !== word) this.#meet(slot, word, certainty);
      this.#improve(slot, notes[i]!, weight * factor);
    }
  }

  /** Records the first occurrence of a word in a product. */
  #meet(slot: number, word: number, certainty: number): void {
    if (this.#last[slot] === 0) {
      this.#touched[this.#count++] = slot;
      this.#score[slot] = 0;
      this.#rank[slot] = 0;
      this.#matchCounts[slot] = 0;
      this.#named[slot] = 0;
    }
    this.#before[slot] = this.#last[slot] === word - 1 && word > 1 ? this.#place[slot]! : nowhere;
    this.#place[slot] = nowhere;
    this.#value[slot] = 0;
    this.#last[slot] = word;
    this.#matchCounts[slot]!++;
    this.#rank[slot]! += certainty;
  }

  #improve(slot: number, note: number, weight: number): void {
    const place = placeOf(note);
    const isNeighbour = place !== nowhere && place === this.#before[slot]! + 1;
    const flags = flagsOf(note);
    const value = isNeighbour ? weight * worth[qualified(flags)]! * neighbouring : weight * worth[flags]!;
    if (value <= this.#value[slot]!) return;
    if (place !== nowhere && this.#place[slot] === nowhere) this.#named[slot]!++;
    this.#score[slot]! += value - this.#value[slot]!;
    this.#value[slot] = value;
    this.#place[slot] = place;
  }

  /** Matches the whole text as the sku of a product or of one of its children. */
  #addCode(index: ProductIndex, text: string): void {
    const term = index.text.vocabulary.find(codeTerm(text));
    if (term === undefined) return;
    const { postings } = index.text;
    const end = postings.to(term);
    for (let i = postings.from(term); i < end; i++) {
      const slot = postings.slots[i]!;
      if (index.alive.at[slot] === 0) continue;
      if (this.#last[slot] === 0) this.#meet(slot, 1, 0);
      this.#rank[slot]! += isCode;
    }
  }

  /** Selects the products that match enough words, and completes their ranks. */
  #finish(index: ProductIndex, termCount: number): Uint32Array {
    let full = 0;
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#touched[i]!;
      this.#last[slot] = 0;
      this.#score[slot]! *= 1 - brevity + brevity * this.#nameCoverage(index, slot);
      if (this.#matchCounts[slot] === termCount && this.#score[slot]! >= minScore) full++;
    }
    const needed = full >= enoughFullMatches ? termCount : minMatchingTerms(termCount);
    const matching = new Uint32Array(this.#count);
    let count = 0;
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#touched[i]!;
      const isMatch = this.#matchCounts[slot]! >= needed && this.#score[slot]! >= minScore;
      if (isMatch || this.#rank[slot]! >= isCode) matching[count++] = slot;
    }
    const slots = matching.subarray(0, count);
    this.#lift(index, slots, typical(index, slots, this.#score, this.#rank));
    return slots;
  }

  /** Returns the share of the name that the query covers. */
  #nameCoverage(index: ProductIndex, slot: number): number {
    return Math.min(1, this.#named[slot]! / Math.max(1, index.text.nameLengths.at[slot]!));
  }

  /** Raises products of the type that the query is about, and lowers sold-out ones. */
  #lift({ kind, inStock }: ProductIndex, slots: Uint32Array, typicalOf: Float64Array): void {
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      const type = 1 - typicality + typicality * typicalOf[kind.at[slot]!]!;
      const stock = inStock.at[slot] === 1 ? 1 : outOfStock;
      this.#rank[slot]! += this.#score[slot]! * type * stock * worthBesideCertainty;
    }
  }
}

/**
 * Estimates how much the query is about each product type, 0 to 1, from the types of the best matches. With the fourth
 * power, many mediocre matches weigh less than a few good ones. It distinguishes onions among vegetables from
 * onion-flavoured chips without any configuration.
 */
function typical(
  { kind, kinds }: ProductIndex,
  slots: Uint32Array,
  score: Float64Array,
  rank: Float64Array,
): Float64Array {
  const mass = new Float64Array(kinds);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    const quality = Math.min(rank[slot]!, 16) * score[slot]!;
    mass[kind.at[slot]!]! += Math.round(quality ** 4 * fine);
  }
  const peak = mass.reduce((largest, value) => Math.max(largest, value), 1);
  return mass.map((value) => value / peak);
}
