import type { Token } from './analysis.ts';
import { growingCounts } from './growing.ts';
import { singular } from './plural.ts';

/** Every word and pack size the shop's products are described with, numbered. */
export class Vocabulary {
  readonly texts: string[] = [];
  /** In how many products a term stands, and in how many of their names, brands or types. */
  readonly products = growingCounts();
  readonly labels = growingCounts();
  /** Which letters a word has, a bit each: two words that differ in many cannot be alike. */
  readonly letters = growingCounts();
  readonly #numbers = new Map<string, number>();
  readonly #alike = new Map<string, number[]>();
  readonly #byPrefix = new Map<string, number[]>();

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** The number of a term, new or known. */
  number(text: string, kind: Token['kind'] | 'code'): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const term = this.texts.push(text) - 1;
    this.#numbers.set(text, term);
    this.products.push(0);
    this.labels.push(0);
    this.letters.push(lettersOf(text));
    if (kind === 'word') this.#file(text, term);
    return term;
  }

  #file(text: string, term: number): void {
    put(this.#alike, singular(text), term);
    put(this.#byPrefix, text.slice(0, 2), term);
  }

  /** The word itself, its plural and its singular, where products have them. */
  inflections(text: string): number[] {
    const terms = this.#alike.get(singular(text)) ?? this.#itself(text);
    return terms.filter((term) => this.products.at[term]! > 0);
  }

  #itself(text: string): number[] {
    const term = this.find(text);
    return term === undefined ? [] : [term];
  }

  /** Words with the same first two letters (the prefix length of commerce 9). */
  neighbours(text: string): readonly number[] {
    return this.#byPrefix.get(text.slice(0, 2)) ?? [];
  }

  /** Every word, for the few questions that may look everywhere. */
  *words(): Iterable<number> {
    for (const terms of this.#byPrefix.values()) yield* terms;
  }
}

/** One bit for each letter of the alphabet, one for all else. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 97;
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return bits;
}

function put(lists: Map<string, number[]>, key: string, term: number): void {
  const list = lists.get(key);
  if (list) list.push(term);
  else lists.set(key, [term]);
}
