import { fold, isPlain } from './fold.ts';
import { readSize, sizePattern } from './sizes.ts';

/** A word or a pack size, written the one way it is compared. */
export interface Token {
  text: string;
  kind: 'word' | 'size';
  /** Sizes that this one includes: `330ml` and `6ct` in `6x330ml`. */
  implied: readonly string[];
}

/** As much of a text as is read: nobody types more, and a machine that does shall not hold up the shop. */
export const mostText = 400;

const none: readonly string[] = [];
const wordPattern = /[\p{L}\p{N}]+/gu;
// Many names are plain letters, for which the narrow pattern is several times as fast.
const plainPattern = /[a-z0-9]+/g;
const sizeHere = new RegExp(sizePattern, 'uy');

/** Takes a text apart into words and pack sizes, in their order; punctuation is left out. */
export function tokens(text: string): Token[] {
  const folded = fold(text);
  const words = isPlain(folded) ? plainPattern : wordPattern;
  const found: Token[] = [];
  words.lastIndex = 0;
  for (let word = words.exec(folded); word; word = words.exec(folded)) {
    const size = startsWithDigit(word[0]) ? sizeAt(folded, word.index) : undefined;
    if (size) words.lastIndex = sizeHere.lastIndex;
    found.push(size ?? { text: word[0], kind: 'word', implied: none });
  }
  return found;
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

/** Words that carry no meaning of their own beside others, in English and Afrikaans. */
const fillers = new Set(
  'a an and as at by for from in is n of on or the to with en die met vir van'.split(' '),
);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}
