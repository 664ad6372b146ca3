import { markOf, nowhere, placeOf, qualified, worth } from './places.ts';
import type { Word } from './plan.ts';
import { codeTerm, type ProductIndex } from './product-index.ts';
import type { Source } from './sources.ts';

/** Three words of four must be found, two of three, one of two (commerce 9: 75 %, rounded down, at least one). */
export function wordsNeeded(words: number): number {
  return Math.max(1, Math.floor(words * 0.75));
}

/**
 * A product whose words are worth less than this is left out (commerce 9). The specification's 0.02 is
 * a score of another engine; here the score runs from 0 to 1, and 0.02 cuts off what has only the least
 * telling word of several, in passing.
 */
export const leastScore = 0.02;

/** What is out of stock counts this much less than what can be had: a step back, not a wall. */
export const outOfStock = 0.6;

/** Words that follow each other in the name as they do in the query mean the same together. */
export const neighbouring = 1.2;

/** How much of the score goes to names that say what was asked for and little else. */
export const brevity = 0.2;

/** How much of the score goes to products of the type that the query is about. */
export const typicality = 0.35;

/** Scores are added up as whole numbers, so that the sum does not depend on the order. */
const fine = 1e6;

/** How far worth can lift a product past one that is surer to be meant; see `certainty`. */
export const worthBesideCertainty = 0.35;

/** The sku of a product comes before everything. */
export const isCode = 1000;

/** Products that match, with a rank by slot: the greater, the better. */
export interface Ranking {
  slots: Uint32Array;
  rank: Float64Array;
}

/**
 * Ranks products for the words of a query. Arrays as long as the catalogue are kept from one search to
 * the next; a ranking is valid until the next one is asked for.
 */
export class Scorer {
  #room = 0;
  #rank = new Float64Array(0);
  #score = new Float64Array(0);
  #value = new Float64Array(0);
  #found = new Uint8Array(0);
  #named = new Uint8Array(0);
  #last = new Uint8Array(0);
  #place = new Uint8Array(0);
  #before = new Uint8Array(0);
  #touched = new Uint32Array(0);
  #count = 0;

  rank(index: ProductIndex, words: readonly Word[], text: string): Ranking {
    this.#makeRoom(index.slots);
    this.#count = 0;
    for (const [place, word] of words.entries()) {
      for (const source of word.sources) this.#add(index.alive.at, source, word.weight, place + 1);
    }
    this.#addCode(index, text);
    const slots = this.#finish(index, wordsNeeded(words.length));
    return { slots, rank: this.#rank };
  }

  #makeRoom(slots: number): void {
    if (slots <= this.#room) return;
    this.#room = Math.ceil(slots * 1.25);
    this.#rank = new Float64Array(this.#room);
    this.#score = new Float64Array(this.#room);
    this.#value = new Float64Array(this.#room);
    this.#found = new Uint8Array(this.#room);
    this.#named = new Uint8Array(this.#room);
    this.#last = new Uint8Array(this.#room);
    this.#place = new Uint8Array(this.#room);
    this.#before = new Uint8Array(this.#room);
    this.#touched = new Uint32Array(this.#room);
  }

  /** Adds one form of a word. Of several forms in one product the most worthy counts. */
  #add(alive: Uint8Array, source: Source, weight: number, word: number): void {
    const { slots, notes, from, to, factor, certainty } = source;
    for (let i = from; i < to; i++) {
      const slot = slots[i]!;
      if (alive[slot] === 0) continue;
      if (this.#last[slot] !== word) this.#meet(slot, word, certainty);
      this.#improve(slot, notes[i]!, weight * factor);
    }
  }

  /** The first time that a word is found in a product. */
  #meet(slot: number, word: number, certainty: number): void {
    if (this.#last[slot] === 0) {
      this.#touched[this.#count++] = slot;
      this.#score[slot] = 0;
      this.#rank[slot] = 0;
      this.#found[slot] = 0;
      this.#named[slot] = 0;
    }
    this.#before[slot] = this.#last[slot] === word - 1 && word > 1 ? this.#place[slot]! : nowhere;
    this.#place[slot] = nowhere;
    this.#value[slot] = 0;
    this.#last[slot] = word;
    this.#found[slot]!++;
    this.#rank[slot]! += certainty;
  }

  #improve(slot: number, note: number, weight: number): void {
    const place = placeOf(note);
    const isNeighbour = place !== nowhere && place === this.#before[slot]! + 1;
    const mark = markOf(note);
    const value = isNeighbour ? weight * worth[qualified(mark)]! * neighbouring : weight * worth[mark]!;
    if (value <= this.#value[slot]!) return;
    if (place !== nowhere && this.#place[slot] === nowhere) this.#named[slot]!++;
    this.#score[slot]! += value - this.#value[slot]!;
    this.#value[slot] = value;
    this.#place[slot] = place;
  }

  /** The whole text as the sku of a product or of one of its children. */
  #addCode(index: ProductIndex, text: string): void {
    const term = index.text.vocabulary.find(codeTerm(text));
    if (term === undefined) return;
    const { start, count, slots } = index.text.postings;
    for (let i = start.at[term]!; i < start.at[term]! + count.at[term]!; i++) {
      const slot = slots[i]!;
      if (index.alive.at[slot] === 0) continue;
      if (this.#last[slot] === 0) this.#meet(slot, 1, 0);
      this.#rank[slot]! += isCode;
    }
  }

  /** Keeps the products that have enough of the words, and puts the last touches to their ranks. */
  #finish(index: ProductIndex, needed: number): Uint32Array {
    const kept = new Uint32Array(this.#count);
    let count = 0;
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#touched[i]!;
      this.#last[slot] = 0;
      this.#score[slot]! *= 1 - brevity + brevity * this.#saidInName(index, slot);
      const isAsked = this.#found[slot]! >= needed && this.#score[slot]! >= leastScore;
      if (isAsked || this.#rank[slot]! >= isCode) kept[count++] = slot;
    }
    const slots = kept.subarray(0, count);
    this.#lift(index, slots, typical(index, slots, this.#score, this.#rank));
    return slots;
  }

  /** Which part of the name the query has said. */
  #saidInName(index: ProductIndex, slot: number): number {
    return Math.min(1, this.#named[slot]! / Math.max(1, index.text.nameLengths.at[slot]!));
  }

  /** Products of the type that the query is about come forward, those out of stock step back. */
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
 * How much the query is about each type of product, 0 to 1: where most of the best matches are. It
 * tells the onions among the vegetables from those in chips, without being taught what an onion is.
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
    const good = Math.min(rank[slot]!, 16) * score[slot]!;
    mass[kind.at[slot]!]! += Math.round(good * good * fine);
  }
  const most = mass.reduce((largest, one) => Math.max(largest, one), 1);
  return mass.map((one) => one / most);
}
