import { isFiller, tokens } from './analysis.ts';
import { singular } from './plural.ts';

/** Expressions with the same meaning, each a list of one or more words. */
export interface Synonyms {
  /** The synonyms of an expression, by `synonymKey`. */
  readonly alternatives: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Number of words of the longest expression. */
  readonly maxExpressionLength: number;
  /** The groups in the notation of `readSynonyms`, without comments. */
  readonly written: string;
}

/** Returns a key that ignores plurals. */
export function synonymKey(wordList: readonly string[]): string {
  return wordList.map(singular).join(' ');
}

/**
 * Reads the operator's file. Each line is a group of expressions with the same meaning, separated by
 * commas; `#` starts a comment. An expression may have several words and belong to several groups.
 * @throws SyntaxError with the number and the error of every invalid line
 */
export function readSynonyms(text: string): Synonyms {
  const errors: string[] = [];
  const groups = text.split(/\r?\n/).flatMap((line, index) => {
    const group = readGroup(line.replace(/^\uFEFF/, ''));
    if (typeof group === 'string') errors.push(`line ${index + 1}: ${group}`);
    return typeof group === 'string' ? [] : [group];
  });
  if (errors.length > 0) throw new SyntaxError(errors.join('\n'));
  return gather(groups.filter((group) => group.length > 0));
}

type Group = string[][];

/** Returns the expressions of a line, none for an empty line or a comment, or an error message. */
function readGroup(line: string): Group | string {
  const content = line.replace(/#.*/, '').trim();
  if (content === '') return [];
  const written = content.split(',').map((part) => part.trim());
  if (written.includes('')) return 'an expression is missing between two commas, or after the last one';
  const wordless = written.find((part) => termsOf(part).length === 0);
  if (wordless !== undefined) return `“${wordless}” contains no word`;
  if (written.length < 2)
    return `“${content}” stands alone: a group needs two expressions separated by a comma`;
  const keys = written.map((part) => synonymKey(termsOf(part)));
  const twice = written.find((_, index) => keys.indexOf(keys[index]!) < index);
  return twice === undefined ? written.map(termsOf) : `“${twice}” is repeated`;
}

/** Returns the words as a search sees them: without stop words. */
function termsOf(expression: string): string[] {
  const allTerms = tokens(expression).map((token) => token.text);
  const significant = allTerms.filter((word) => !isFiller(word));
  return significant.length > 0 ? significant : allTerms;
}

function gather(groups: Group[]): Synonyms {
  const alternatives = new Map<string, string[][]>();
  for (const group of groups) {
    for (const expression of group) {
      const key = synonymKey(expression);
      const rest = group.filter((candidate) => synonymKey(candidate) !== key);
      alternatives.set(key, [...(alternatives.get(key) ?? []), ...rest]);
    }
  }
  const maxExpressionLength = Math.max(0, ...groups.flat().map((expression) => expression.length));
  const written = groups.map((group) => group.map((wordList) => wordList.join(' ')).join(', ')).join('\n');
  return { alternatives, maxExpressionLength, written };
}
