import { lettersOf, type Vocabulary } from './vocabulary.ts';

/** As many spellings of one word as are ever looked up (the engine of the specification: 50). */
export const mostSpellings = 50;

/** A word that is spelled nearly like another, and how many edits lie between. */
export interface Spelling {
  term: number;
  edits: number;
}

/**
 * How many edits turn one word into another, where an edit adds, drops or changes a letter or swaps
 * two neighbours (optimal string alignment); `most` + 1 when it is more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, b, i, old, older);
    if (smallest(row) > most) return most + 1;
    older = old;
    old = row;
  }
  return Math.min(old[b.length]!, most + 1);
}

function nextRow(a: string, b: string, i: number, old: number[], older: number[]): number[] {
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
  let least = row[0]!;
  for (const edits of row) if (edits < least) least = edits;
  return least;
}

/** Two edits, the first two letters as typed (commerce 9), and an edit at most for each letter after them. */
export function editsAllowed(word: string): number {
  return /\d/.test(word) ? 0 : Math.max(0, Math.min(2, word.length - 2));
}

/**
 * The words of the shop that are spelled nearly like this one: fewest edits first, then the words of
 * most products. Numbers are never guessed at.
 */
export function spellings(vocabulary: Vocabulary, word: string): Spelling[] {
  const most = editsAllowed(word);
  return most === 0 ? [] : nearest(vocabulary, word, most, vocabulary.neighbours(word));
}

/** Like `spellings`, but the first letters may be wrong too. For hints, not for finding. */
export function spellingsAnywhere(vocabulary: Vocabulary, word: string): Spelling[] {
  const most = editsAllowed(word);
  return most === 0 ? [] : nearest(vocabulary, word, most, vocabulary.words());
}

function nearest(vocabulary: Vocabulary, word: string, most: number, among: Iterable<number>): Spelling[] {
  const letters = lettersOf(word);
  const found: Spelling[] = [];
  for (const term of among) {
    if (vocabulary.products.at[term] === 0) continue;
    if (differing(letters ^ vocabulary.letters.at[term]!) > 2 * most) continue;
    const edits = editDistance(word, vocabulary.texts[term]!, most);
    if (edits > 0 && edits <= most) found.push({ term, edits });
  }
  return found.sort((a, b) => a.edits - b.edits || byUse(vocabulary, a.term, b.term)).slice(0, mostSpellings);
}

/** The word of more products first; between equals the alphabet decides. */
export function byUse(vocabulary: Vocabulary, a: number, b: number): number {
  const more = vocabulary.products.at[b]! - vocabulary.products.at[a]!;
  return more || (vocabulary.texts[a]! < vocabulary.texts[b]! ? -1 : 1);
}

/** Counts the bits that are set. */
function differing(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
