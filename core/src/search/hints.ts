import type { Token } from './analysis.ts';
import { spellings, spellingsAnywhere } from './fuzzy.ts';
import type { Meaning } from './ground.ts';
import type { Word } from './plan.ts';
import type { Vocabulary } from './vocabulary.ts';

/** As many spellings as a shopper is asked about. */
const mostHints = 3;

/**
 * What the shopper may have meant: the query with each doubtful word in its likeliest spelling, then
 * with further spellings of the first of them. Empty when the shop knows nothing alike.
 */
export function hints(
  vocabulary: Vocabulary,
  found: readonly Token[],
  words: readonly Word<Meaning>[],
): string[] {
  const corrections = new Map<string, string[]>();
  for (const { token, doubtful } of words) {
    if (doubtful) corrections.set(token.text, likely(vocabulary, token.text));
  }
  const [first] = [...corrections].find(([, spelled]) => spelled.length > 0) ?? [];
  if (first === undefined) return [];
  const texts = corrections
    .get(first)!
    .map((spelled) =>
      found.map(({ text }) => (text === first ? spelled : (corrections.get(text)?.[0] ?? text))).join(' '),
    );
  return [...new Set(texts)];
}

/** Words of names, brands and types with as few edits as there are, the most usual first. */
export function likely(vocabulary: Vocabulary, word: string): string[] {
  const near = spellings(vocabulary, word);
  const all = near.length > 0 ? near : spellingsAnywhere(vocabulary, word);
  const named = all.filter(({ term }) => vocabulary.labels.at[term]! > 0);
  const likeliest = named.sort((a, b) => chance(vocabulary, b) - chance(vocabulary, a));
  return likeliest.slice(0, mostHints).map(({ term }) => vocabulary.texts[term]!);
}

/** A second edit has to be made up for by ten times as many products. */
function chance(vocabulary: Vocabulary, { term, edits }: { term: number; edits: number }): number {
  return vocabulary.labels.at[term]! / 10 ** edits;
}
