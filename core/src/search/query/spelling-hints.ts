import type { Token } from '../text/analysis.ts';
import { spellings, spellingsAnywhere } from '../text/fuzzy.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Word } from './query-plan.ts';
import type { Meaning } from './word-statistics.ts';

/** Maximum number of spellings suggested to a shopper. */
const maxHints = 3;

/**
 * Suggests corrected queries: first with the most likely spelling of each doubtful word, then with other
 * spellings of the first one. Empty when the catalogue has nothing similar.
 */
export function hints(
  vocabulary: Vocabulary,
  queryTokens: readonly Token[],
  queryTerms: readonly Word<Meaning>[],
): string[] {
  const corrections = new Map<string, string[]>();
  for (const { token, doubtful } of queryTerms) {
    if (doubtful) corrections.set(token.text, likely(vocabulary, token.text));
  }
  const correctable = [...corrections].find(([, spelled]) => spelled.length > 0);
  if (!correctable) return [];
  const [first, alternatives] = correctable;
  const texts = alternatives.map((spelled) =>
    queryTokens
      .map(({ text }) => (text === first ? spelled : (corrections.get(text)?.[0] ?? text)))
      .join(' '),
  );
  return [...new Set(texts)];
}

/** Returns words of names, brands and types with the fewest edits, most frequent first. */
export function likely(vocabulary: Vocabulary, word: string): string[] {
  const near = spellings(vocabulary, word);
  const all = near.length > 0 ? near : spellingsAnywhere(vocabulary, word);
  const named = all.filter(({ term }) => vocabulary.labelCount(term) > 0);
  const likeliest = named.sort((a, b) => likelihood(vocabulary, b) - likelihood(vocabulary, a));
  return likeliest.slice(0, maxHints).map(({ term }) => vocabulary.text(term));
}

/** A second edit must be offset by ten times as many products. */
function likelihood(vocabulary: Vocabulary, { term, edits }: { term: number; edits: number }): number {
  return vocabulary.labelCount(term) / 10 ** edits;
}
