import type { ProductIndex } from '../index/product-index.ts';
import { isLabel } from '../index/term-positions.ts';
import type { Synonyms } from '../text/synonyms.ts';
import { byCompany, companions, completionsOf } from './completions.ts';
import { sourceOf } from './term-sources.ts';

// Assertions: `from` and `to` bound positions in `slots` and `notes`.

/**
 * Completes the last word of a text and corrects the words before it; most likely first. A word is likely
 * when many products have it in their name, brand or type together with the other words.
 */
export function findSuggestions(
  index: ProductIndex,
  synonyms: Synonyms,
  text: string,
  limit: number,
): string[] {
  const completions = limit > 0 ? completionsOf(index.text.vocabulary, synonyms, text) : undefined;
  if (!completions) return [];
  const { before, last } = completions;
  const context = companions(completions);
  const likeliest = context.length > 0 ? byCompany(last, countsAmong(index, last, context)) : last;
  return likeliest.slice(0, limit).map((word) => [...before, word].join(' '));
}

/** Counts, for each candidate, the products that contain it together with the other words. */
function countsAmong(
  index: ProductIndex,
  candidates: readonly string[],
  context: readonly string[],
): Map<string, number> {
  const common = productsWith(index, context);
  return new Map(candidates.map((word) => [word, countAmong(index, word, common)]));
}

/** Returns the products with all of these words in their name, brand or type. */
function productsWith(index: ProductIndex, wordList: readonly string[]): Set<number> {
  let common = new Set<number>();
  for (const word of wordList) {
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
      const slot = slots[i]!;
      if (index.alive.at[slot] === 1 && isLabel(notes[i]!)) yield slot;
    }
  }
}
