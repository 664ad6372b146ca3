import { isFiller, tokens } from './analysis.ts';
import { singular } from './plural.ts';

/** Words that mean the same, each a list of one or more words. */
export interface Synonyms {
  /** The other expressions of the groups that one belongs to, by `synonymKey`. */
  readonly others: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** How many words the longest expression has. */
  readonly longest: number;
  /** The groups as `readSynonyms` reads them again, without what is said about them. */
  readonly written: string;
}

/** What two expressions have in common when they differ only in plurals. */
export function synonymKey(words: readonly string[]): string {
  return words.map(singular).join(' ');
}

/**
 * Reads the operator's file: a group of expressions that mean the same on each line, with commas
 * between them; `#` begins a comment. An expression may have several words, and stand in several
 * groups.
 *
 * @throws SyntaxError with the number and the fault of every line that cannot be read
 */
export function readSynonyms(text: string): Synonyms {
  const faults: string[] = [];
  const groups = text.split(/\r?\n/).flatMap((line, index) => {
    const group = readGroup(line.replace(/^\uFEFF/, ''));
    if (typeof group === 'string') faults.push(`line ${index + 1}: ${group}`);
    return typeof group === 'string' ? [] : [group];
  });
  if (faults.length > 0) throw new SyntaxError(faults.join('\n'));
  return gather(groups.filter((group) => group.length > 0));
}

type Group = string[][];

/** The expressions of a line, none for an empty line or a comment, or a sentence that says what is wrong. */
function readGroup(line: string): Group | string {
  const content = line.replace(/#.*/, '').trim();
  if (content === '') return [];
  const written = content.split(',').map((part) => part.trim());
  if (written.includes('')) return 'there is nothing between two commas, or after the last one';
  const wordless = written.find((part) => wordsOf(part).length === 0);
  if (wordless !== undefined) return `“${wordless}” has no word in it`;
  if (written.length < 2)
    return `“${content}” stands alone: a group needs two expressions with a comma between`;
  const keys = written.map((part) => synonymKey(wordsOf(part)));
  const twice = written.find((_, index) => keys.indexOf(keys[index]!) < index);
  return twice === undefined ? written.map(wordsOf) : `“${twice}” stands there twice`;
}

/** Words as they are searched for: fillers are left out, as they are in names. */
function wordsOf(expression: string): string[] {
  const words = tokens(expression).map((token) => token.text);
  const telling = words.filter((word) => !isFiller(word));
  return telling.length > 0 ? telling : words;
}

function gather(groups: Group[]): Synonyms {
  const others = new Map<string, string[][]>();
  for (const group of groups) {
    for (const expression of group) {
      const key = synonymKey(expression);
      const rest = group.filter((other) => synonymKey(other) !== key);
      others.set(key, [...(others.get(key) ?? []), ...rest]);
    }
  }
  const longest = Math.max(0, ...groups.flat().map((expression) => expression.length));
  const written = groups.map((group) => group.map((words) => words.join(' ')).join(', ')).join('\n');
  return { others, longest, written };
}
