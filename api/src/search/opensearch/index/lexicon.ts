import type { Analysed } from '@fynbos/core/search/index/term-positions.ts';
import { WordCounts } from '@fynbos/core/search/index/word-counts.ts';
import { growingBytes, growingCounts } from '@fynbos/core/search/text/growing-array.ts';
import type { Vocabulary } from '@fynbos/core/search/text/vocabulary.ts';
import type { Print } from './index-entry.ts';

/**
 * The shop's vocabulary, which stays in this process while its products are in the engine. Core decides
 * here what a query means. Also stores a fingerprint of every product, to detect when the engine differs.
 */
export class Lexicon {
  readonly #wordCounts = new WordCounts();
  readonly #slotOf = new Map<number, number>();
  readonly #alive = growingBytes();
  readonly #a = growingCounts();
  readonly #b = growingCounts();
  readonly #childFields = new Set<string>();
  /** Sum of the fingerprints. */
  readonly sum: Print = { a: 0, b: 0 };

  get vocabulary(): Vocabulary {
    return this.#wordCounts.vocabulary;
  }

  /** Number of products. */
  get size(): number {
    return this.#slotOf.size;
  }

  has(id: number): boolean {
    return this.#slotOf.has(id);
  }

  put(id: number, { terms }: Analysed, { a, b }: Print, fields: Iterable<string>): void {
    this.remove(id);
    this.#wordCounts.add(terms, []);
    this.#slotOf.set(id, this.#alive.length);
    this.#alive.push(1);
    this.#a.push(a);
    this.#b.push(b);
    this.#add(a, b);
    for (const field of fields) if (field.endsWith('_options')) this.#childFields.add(field);
  }

  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#wordCounts.discount(slot);
    this.#alive.at[slot] = 0;
    this.#slotOf.delete(id);
    // Every slot has a fingerprint.
    this.#add(-this.#a.at[slot]!, -this.#b.at[slot]!);
  }

  #add(a: number, b: number): void {
    this.sum.a += a;
    this.sum.b += b;
  }

  /** Whether any product ever had this field of child values. */
  hasField(field: string): boolean {
    return this.#childFields.has(field);
  }

  /**
   * Removes deleted products once they are more than half: rare enough to be cheap, frequent enough to save
   * memory.
   */
  compactIfSparse(): void {
    const dead = this.#alive.length - this.size;
    if (dead < 256 || dead < this.size) return;
    const bySlot = [...this.#slotOf].sort(([, first], [, second]) => first - second);
    const slots = Uint32Array.from(bySlot, ([, slot]) => slot);
    this.#wordCounts.retain(slots);
    for (const column of [this.#alive, this.#a, this.#b]) column.retain(slots);
    for (const [at, [id]] of bySlot.entries()) this.#slotOf.set(id, at);
  }

  /** Releases memory reserved while building. */
  tidy(): void {
    this.#wordCounts.tidy();
    for (const column of [this.#alive, this.#a, this.#b]) column.trim();
  }
}
