import { analyseText, isFiller } from '../text/analysis.ts';
import { type Synonyms, synonymKey } from '../text/synonyms.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { likely } from './spelling-hints.ts';

/** Maximum number of completions that are compared with the preceding words. */
const maxWeighed = 40;

/** Completions of a text being typed: its last word completed, the words before it corrected. */
export interface Completions {
  before: string[];
  /** Most likely first, regardless of the words before; at most `maxWeighed`. */
  last: string[];
}

/** Completes the last word of a text and corrects the words before it, using the words of the catalogue. */
export function completionsOf(
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  text: string,
): Completions | undefined {
  const queryTokens = analyseText(text);
  const last = queryTokens.pop();
  if (!last) return undefined;
  return {
    before: queryTokens.map((word) => corrected(vocabulary, synonyms, word.text, word.kind === 'size')),
    last: last.kind === 'size' ? [last.text] : complete(vocabulary, synonyms, last.text, /\s$/.test(text)),
  };
}

/**
 * Returns the words of `before` that a completion should occur with; empty when there is only one
 * completion.
 */
export function companions({ before, last }: Completions): string[] {
  return last.length < 2 ? [] : before.filter((word) => !isFiller(word));
}

/**
 * Sorts completions by how often they occur with the other words. Those that never do are dropped, unless
 * all are.
 */
export function byCompany(last: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const countOf = (word: string) => counts.get(word) ?? 0;
  const shared = last.filter((word) => countOf(word) > 0);
  return shared.length > 0 ? shared.sort((a, b) => countOf(b) - countOf(a)) : [...last];
}

/** Returns the word if the catalogue has it, else its most likely spelling, else the word itself. */
function corrected(vocabulary: Vocabulary, synonyms: Synonyms, word: string, isSize: boolean): string {
  const isKnown =
    vocabulary.inflections(word).length > 0 ||
    synonyms.alternatives.has(synonymKey([word])) ||
    isFiller(word);
  return isKnown || isSize ? word : (likely(vocabulary, word)[0] ?? word);
}

/**
 * Returns the words with this beginning, or those it may be a misspelling of. A finished word, or one known
 * by a synonym, is returned as it is.
 */
function complete(vocabulary: Vocabulary, synonyms: Synonyms, begun: string, isFinished: boolean): string[] {
  if (isFinished && vocabulary.inflections(begun).length > 0) return [begun];
  const longer = (begun.length === 1 ? [...vocabulary.allTerms()] : vocabulary.neighbours(begun)).filter(
    (term) => vocabulary.labelCount(term) > 0 && vocabulary.text(term).startsWith(begun),
  );
  const usual = longer
    .filter((term) => !isFiller(vocabulary.text(term)))
    .sort(
      (a, b) =>
        vocabulary.labelCount(b) - vocabulary.labelCount(a) || order(vocabulary.text(a), vocabulary.text(b)),
    );
  const completions = usual.slice(0, maxWeighed).map((term) => vocabulary.text(term));
  if (completions.length > 0) return completions;
  return synonyms.alternatives.has(synonymKey([begun])) ? [begun] : likely(vocabulary, begun);
}

function order(a: string, b: string): number {
  return a < b ? -1 : 1;
}
