import { fold } from './fold.ts';
import { readSize, sizePattern } from './sizes.ts';

/** A word or a pack size, written the one way it is compared. */
export interface Token {
  text: string;
  kind: 'word' | 'size';
  /** Sizes that this one includes: `330ml` and `6ct` in `6x330ml`. */
  implied: readonly string[];
}

const none: readonly string[] = [];
const tokenPattern = new RegExp(`${sizePattern}|(?<word>[\\p{L}\\p{N}]+)`, 'gu');

/** Takes a text apart into words and pack sizes, in their order; punctuation is left out. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const { groups } of fold(text).matchAll(tokenPattern)) {
    if (!groups) continue;
    const size = groups.word ? undefined : readSize(groups);
    if (size) found.push({ ...size, kind: 'size' });
    else if (groups.word) found.push({ text: groups.word, kind: 'word', implied: none });
  }
  return found;
}

/** Words that carry no meaning of their own beside others, in English and Afrikaans. */
const fillers = new Set(
  'a an and as at by for from in is n of on or the to with en die met vir van'.split(' '),
);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}
