import { growingBytes, growingCounts } from '@fynbos/core/search/growing.ts';
import type { Analysed } from '@fynbos/core/search/places.ts';
import type { Vocabulary } from '@fynbos/core/search/vocabulary.ts';
import { WordCounts } from '@fynbos/core/search/word-counts.ts';
import type { Print } from './entry.ts';

/**
 * The words of the shop, which stay in this process while its products lie in the engine: what a query may mean is
 * decided here, by the rules of core. Beside them a fingerprint of every product, to tell whether the
 * engine holds what this process thinks it holds.
 */
export class Lexicon {
  readonly #words = new WordCounts();
  readonly #slotOf = new Map<number, number>();
  readonly #alive = growingBytes();
  readonly #a = growingCounts();
  readonly #b = growingCounts();
  readonly #childFields = new Set<string>();
  /** The fingerprints added up. */
  readonly sum: Print = { a: 0, b: 0 };

  get vocabulary(): Vocabulary {
    return this.#words.vocabulary;
  }

  /** How many products there are. */
  get size(): number {
    return this.#slotOf.size;
  }

  has(id: number): boolean {
    return this.#slotOf.has(id);
  }

  put(id: number, { terms }: Analysed, { a, b }: Print, fields: Iterable<string>): void {
    this.remove(id);
    this.#words.add(terms, []);
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
    this.#words.discount(slot);
    this.#alive.at[slot] = 0;
    this.#slotOf.delete(id);
    this.#add(-this.#a.at[slot]!, -this.#b.at[slot]!);
  }

  #add(a: number, b: number): void {
    this.sum.a += a;
    this.sum.b += b;
  }

  /** Whether a product ever had this field of values of its children. */
  hasField(field: string): boolean {
    return this.#childFields.has(field);
  }

  /** Forgets what is gone once that is more than half: rarely enough to be cheap, often enough to stay small. */
  packIfLoose(): void {
    const dead = this.#alive.length - this.size;
    if (dead < 256 || dead < this.size) return;
    const slots = Uint32Array.from(this.#slotOf.values()).sort();
    this.#words.keep(slots);
    for (const kept of [this.#alive, this.#a, this.#b]) kept.keep(slots);
    const ids = new Map(Array.from(this.#slotOf, ([id, slot]) => [slot, id]));
    for (let at = 0; at < slots.length; at++) this.#slotOf.set(ids.get(slots[at]!)!, at);
  }

  /** Gives back the room that building left over. */
  tidy(): void {
    this.#words.tidy();
    for (const kept of [this.#alive, this.#a, this.#b]) kept.trim();
  }
}
