import type { Token } from './analysis.ts';
import { growingCounts } from './growing-array.ts';
import { withoutPlural } from './plural.ts';

/** Numbered words and pack sizes of all products. */
export class Vocabulary {
  readonly #texts: string[] = [];
  readonly #productCounts = growingCounts();
  readonly #labelCounts = growingCounts();
  readonly #characterMasks = growingCounts();
  readonly #numbers = new Map<string, number>();
  readonly #alike = new Map<string, number[]>();
  readonly #byPrefix = new Map<string, number[]>();

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** @throws RangeError for a number that no term has */
  text(term: number): string {
    const text = this.#texts[term];
    if (text === undefined) throw new RangeError(`there is no term ${term}`);
    return text;
  }

  /** Number of products with a term. */
  productCount(term: number): number {
    return this.#productCounts.at[term] ?? 0;
  }

  /** Number of products with a term in name, brand or type. */
  labelCount(term: number): number {
    return this.#labelCounts.at[term] ?? 0;
  }

  /** Bit mask of the letters of a word: words that differ in many letters cannot be similar. */
  characterMask(term: number): number {
    return this.#characterMasks.at[term] ?? 0;
  }

  /**
   * Adds products to the counts of a term; a negative number removes them.
   * @param labels the number of these products that have the term in name, brand or type
   */
  addToCounts(term: number, products: number, labels: number): void {
    this.#productCounts.at[term] = this.productCount(term) + products;
    this.#labelCounts.at[term] = this.labelCount(term) + labels;
  }

  /** Returns the number of a term; a new term gets the next number. */
  number(text: string, kind: Token['kind'] | 'code'): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const term = this.#texts.push(text) - 1;
    this.#numbers.set(text, term);
    this.#productCounts.push(0);
    this.#labelCounts.push(0);
    this.#characterMasks.push(characterMaskOf(text));
    if (kind === 'word') this.#file(text, term);
    return term;
  }

  #file(text: string, term: number): void {
    put(this.#alike, withoutPlural(text), term);
    put(this.#byPrefix, text.slice(0, 2), term);
  }

  /** Returns the word, its plural and its singular, as far as products have them. */
  inflections(text: string): number[] {
    const terms = this.#alike.get(withoutPlural(text)) ?? this.#itself(text);
    return terms.filter((term) => this.productCount(term) > 0);
  }

  #itself(text: string): number[] {
    const term = this.find(text);
    return term === undefined ? [] : [term];
  }

  /** Returns words with the same first two letters (the prefix length of spec commerce 9). */
  neighbours(text: string): readonly number[] {
    return this.#byPrefix.get(text.slice(0, 2)) ?? [];
  }

  /** Iterates over all words, for the few lookups without a prefix. */
  *allTerms(): Iterable<number> {
    for (const terms of this.#byPrefix.values()) yield* terms;
  }
}

/** Returns one bit per letter of the alphabet, and one for all other characters. */
export function characterMaskOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const offset = text.charCodeAt(i) - 97;
    bits |= 1 << (offset >= 0 && offset < 26 ? offset : 26);
  }
  return bits;
}

function put(lists: Map<string, number[]>, key: string, term: number): void {
  const list = lists.get(key);
  if (list) list.push(term);
  else lists.set(key, [term]);
}
