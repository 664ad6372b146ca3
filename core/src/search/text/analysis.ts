import { fold, isPlain } from './fold.ts';
import { readSize, sizePattern } from './package-sizes.ts';

/** A word or a pack size in normalized form. */
export interface Token {
  text: string;
  kind: 'word' | 'size';
  /** Sizes that this one includes: `330ml` and `6ct` in `6x330ml`. */
  implied: readonly string[];
}

/**
 * Maximum length of a query. Longer input comes from clients other than shoppers and must not slow the shop
 * down.
 */
export const maxQueryLength = 400;

const none: readonly string[] = [];
const wordPattern = /[\p{L}\p{N}]+/gu;
// Many names are ASCII, for which the narrow pattern is several times as fast.
const plainPattern = /[a-z0-9]+/g;
const sizeHere = new RegExp(sizePattern, 'uy');

/** Splits a text into words and pack sizes in order; punctuation is dropped. */
export function analyseText(text: string): Token[] {
  const folded = fold(text);
  const pattern = isPlain(folded) ? plainPattern : wordPattern;
  const result: Token[] = [];
  pattern.lastIndex = 0;
  for (let word = pattern.exec(folded); word; word = pattern.exec(folded)) {
    const size = startsWithDigit(word[0]) ? sizeAt(folded, word.index) : undefined;
    if (size) pattern.lastIndex = sizeHere.lastIndex;
    result.push(size ?? { text: word[0], kind: 'word', implied: none });
  }
  return result;
}

function sizeAt(folded: string, place: number): Token | undefined {
  sizeHere.lastIndex = place;
  const groups = sizeHere.exec(folded)?.groups;
  const size = groups && readSize(groups);
  return size && { ...size, kind: 'size' };
}

function startsWithDigit(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 48 && first <= 57;
}

/** Stop words in English and Afrikaans. */
const fillers = new Set(
  'a an and as at by for from in is n of on or the to with en die met vir van'.split(' '),
);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}
