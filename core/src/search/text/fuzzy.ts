import { characterMaskOf, type Vocabulary } from './vocabulary.ts';

// Assertions: a row has a position for each letter of `b`, and one before them.

/** Maximum number of spellings of one word that are looked up (50 in the engine of the specification). */
export const maxSpellings = 50;

/** A word with a similar spelling, and the number of edits between the two. */
export interface Spelling {
  term: number;
  edits: number;
}

/**
 * Returns the number of edits that turn one word into another. An edit adds, drops or changes a letter or
 * swaps two neighbours (optimal string alignment). The result is `maxEdits` + 1 when it would exceed
 * `maxEdits`.
 */
export function editDistance(a: string, b: string, maxEdits: number): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow([a, b], i, old, older);
    if (smallest(row) > maxEdits) return maxEdits + 1;
    older = old;
    old = row;
  }
  return Math.min(old[b.length]!, maxEdits + 1);
}

function nextRow([a, b]: readonly [string, string], i: number, old: number[], older: number[]): number[] {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const same = a[i - 1] === b[j - 1];
    let edits = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (same ? 0 : 1));
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    if (swapped) edits = Math.min(edits, older[j - 2]! + 1);
    row.push(edits);
  }
  return row;
}

function smallest(row: number[]): number {
  let minEdits = row[0]!;
  for (const edits of row) if (edits < minEdits) minEdits = edits;
  return minEdits;
}

/** At most two edits, and at most one per letter after the first two, which must match (spec commerce 9). */
export function editsAllowed(word: string): number {
  return /\d/.test(word) ? 0 : Math.max(0, Math.min(2, word.length - 2));
}

/**
 * Returns the words of the catalogue with a similar spelling: fewest edits first, then the words of most
 * products. Numbers are never guessed.
 */
export function spellings(vocabulary: Vocabulary, word: string): Spelling[] {
  const maxEdits = editsAllowed(word);
  return maxEdits === 0 ? [] : nearest(vocabulary, word, maxEdits, vocabulary.neighbours(word));
}

/** Like `spellings`, but the first letters may differ too. Used for hints, not for matching. */
export function spellingsAnywhere(vocabulary: Vocabulary, word: string): Spelling[] {
  const maxEdits = editsAllowed(word);
  return maxEdits === 0 ? [] : nearest(vocabulary, word, maxEdits, vocabulary.allTerms());
}

function nearest(
  vocabulary: Vocabulary,
  word: string,
  maxEdits: number,
  among: Iterable<number>,
): Spelling[] {
  const characterMask = characterMaskOf(word);
  const result: Spelling[] = [];
  for (const term of among) {
    if (vocabulary.productCount(term) === 0) continue;
    if (differing(characterMask ^ vocabulary.characterMask(term)) > 2 * maxEdits) continue;
    const edits = editDistance(word, vocabulary.text(term), maxEdits);
    if (edits > 0 && edits <= maxEdits) result.push({ term, edits });
  }
  return result.sort((a, b) => a.edits - b.edits || byUse(vocabulary, a.term, b.term)).slice(0, maxSpellings);
}

/** Compares by number of products, descending, then alphabetically. */
export function byUse(vocabulary: Vocabulary, a: number, b: number): number {
  const more = vocabulary.productCount(b) - vocabulary.productCount(a);
  return more || (vocabulary.text(a) < vocabulary.text(b) ? -1 : 1);
}

/** Counts the set bits. */
function differing(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
