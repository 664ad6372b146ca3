import { isFiller, tokens } from './analysis.ts';
import { likely } from './hints.ts';
import { isLabel } from './places.ts';
import type { ProductIndex } from './product-index.ts';
import { sourceOf } from './sources.ts';
import { type Synonyms, synonymKey } from './synonyms.ts';

/** As many completions as are weighed against the words before them. */
const mostWeighed = 40;

/**
 * Completes the last word of a text and corrects the words before it; the likeliest first. A word is
 * likely when many products have it in their name, brand or type together with the other words.
 */
export function suggest(index: ProductIndex, synonyms: Synonyms, text: string, limit: number): string[] {
  const words = tokens(text);
  const last = words.pop();
  if (!last || limit <= 0) return [];
  const before = words.map((word) => corrected(index, synonyms, word.text, word.kind === 'size'));
  const completions =
    last.kind === 'size' ? [last.text] : complete(index, synonyms, last.text, /\s$/.test(text));
  const likeliest = together(
    index,
    before.filter((word) => !isFiller(word)),
    completions,
  );
  return likeliest.slice(0, limit).map((word) => [...before, word].join(' '));
}

/** A word the shop has, or its likeliest spelling, or the word as it is. */
function corrected(index: ProductIndex, synonyms: Synonyms, word: string, isSize: boolean): string {
  const { vocabulary } = index.text;
  const isKnown =
    vocabulary.inflections(word).length > 0 || synonyms.others.has(synonymKey([word])) || isFiller(word);
  return isKnown || isSize ? word : (likely(vocabulary, word)[0] ?? word);
}

/**
 * The words that begin like this, or that it may be a misspelling of; a finished word is taken as it is,
 * and so is one that the shop knows by another name.
 */
function complete(index: ProductIndex, synonyms: Synonyms, begun: string, isFinished: boolean): string[] {
  const { vocabulary } = index.text;
  if (isFinished && vocabulary.inflections(begun).length > 0) return [begun];
  const longer = (begun.length === 1 ? [...vocabulary.words()] : vocabulary.neighbours(begun)).filter(
    (term) => vocabulary.labels.at[term]! > 0 && vocabulary.texts[term]!.startsWith(begun),
  );
  const usual = longer
    .filter((term) => !isFiller(vocabulary.texts[term]!))
    .sort(
      (a, b) =>
        vocabulary.labels.at[b]! - vocabulary.labels.at[a]! ||
        order(vocabulary.texts[a]!, vocabulary.texts[b]!),
    );
  const found = usual.slice(0, mostWeighed).map((term) => vocabulary.texts[term]!);
  if (found.length > 0) return found;
  return synonyms.others.has(synonymKey([begun])) ? [begun] : likely(vocabulary, begun);
}

/** Puts first what products have together with the other words; what none has goes, unless nothing stays. */
function together(index: ProductIndex, before: readonly string[], completions: readonly string[]): string[] {
  if (before.length === 0 || completions.length < 2) return [...completions];
  const common = productsWith(index, before);
  const counts = new Map(completions.map((word) => [word, countAmong(index, word, common)]));
  const shared = completions.filter((word) => counts.get(word)! > 0);
  return shared.length > 0 ? shared.sort((a, b) => counts.get(b)! - counts.get(a)!) : [...completions];
}

/** The products that have all of these words in their name, brand or type. */
function productsWith(index: ProductIndex, words: readonly string[]): Set<number> {
  let common = new Set<number>();
  for (const word of words) {
    const having = [...slotsOf(index, word)];
    const shared = common.size === 0 ? having : having.filter((slot) => common.has(slot));
    if (having.length > 0) common = new Set(shared);
  }
  return common;
}

function countAmong(index: ProductIndex, word: string, slots: Set<number>): number {
  let count = 0;
  for (const slot of slotsOf(index, word)) if (slots.has(slot)) count++;
  return count;
}

function* slotsOf(index: ProductIndex, word: string): Iterable<number> {
  for (const term of index.text.vocabulary.inflections(word)) {
    const { slots, notes, from, to } = sourceOf(index, term, { factor: 1, certainty: 1 });
    for (let i = from; i < to; i++) {
      if (index.alive.at[slots[i]!] === 1 && isLabel(notes[i]!)) yield slots[i]!;
    }
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : 1;
}
