import { isFiller, tokens } from './analysis.ts';
import { likely } from './hints.ts';
import { type Synonyms, synonymKey } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** As many completions as are weighed against the words before them. */
const mostWeighed = 40;

/** What a text that is being typed may become: its last word completed, the words before it corrected. */
export interface Completions {
  before: string[];
  /** The likeliest first, as long as the words before are not looked at; at most `mostWeighed`. */
  last: string[];
}

/** Completes the last word of a text and corrects the words before it, by the words that products have. */
export function completionsOf(
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  text: string,
): Completions | undefined {
  const words = tokens(text);
  const last = words.pop();
  if (!last) return undefined;
  return {
    before: words.map((word) => corrected(vocabulary, synonyms, word.text, word.kind === 'size')),
    last: last.kind === 'size' ? [last.text] : complete(vocabulary, synonyms, last.text, /\s$/.test(text)),
  };
}

/** The words of `before` that a completion should stand together with; none where there is nothing to choose. */
export function companions({ before, last }: Completions): string[] {
  return last.length < 2 ? [] : before.filter((word) => !isFiller(word));
}

/** Puts first what products have together with the other words; what none has goes, unless nothing stays. */
export function byCompany(last: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const shared = last.filter((word) => counts.get(word)! > 0);
  return shared.length > 0 ? shared.sort((a, b) => counts.get(b)! - counts.get(a)!) : [...last];
}

/** A word the shop has, or its likeliest spelling, or the word as it is. */
function corrected(vocabulary: Vocabulary, synonyms: Synonyms, word: string, isSize: boolean): string {
  const isKnown =
    vocabulary.inflections(word).length > 0 || synonyms.others.has(synonymKey([word])) || isFiller(word);
  return isKnown || isSize ? word : (likely(vocabulary, word)[0] ?? word);
}

/**
 * The words that begin like this, or that it may be a misspelling of; a finished word is taken as it is,
 * and so is one that the shop knows by another name.
 */
function complete(vocabulary: Vocabulary, synonyms: Synonyms, begun: string, isFinished: boolean): string[] {
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

function order(a: string, b: string): number {
  return a < b ? -1 : 1;
}
