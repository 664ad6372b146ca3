import { analyseText, isFiller } from './analysis.ts';
import { withoutPlural } from './plural.ts';

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
  return wordList.map(withoutPlural).join(' ');
}

/**
 * Reads the operator's file. Each line is a group of expressions with the same meaning, separated by
 * commas; `#` starts a comment. An expression may have several words and belong to several groups. In a line
 * `vis => fish, hake` whoever searches for an expression on the left also finds those on the right, but not
 * the reverse.
 * @throws SyntaxError with the number and the error of every invalid line
 */
export function readSynonyms(text: string): Synonyms {
  const errors: string[] = [];
  const groups = text.split(/\r?\n/).flatMap((line, index) => {
    const group = readGroup(line.replace(/^\uFEFF/, ''));
    if (typeof group !== 'string') return [group];
    errors.push(`line ${index + 1}: ${group}`);
    return [];
  });
  if (errors.length > 0) throw new SyntaxError(errors.join('\n'));
  return gather(groups.filter(({ from }) => from.length > 0));
}

/** Each expression of `from` finds the others of `to`; the two are the same list in a line without `=>`. */
interface Group {
  from: readonly Expression[];
  to: readonly Expression[];
}

type Expression = string[];

/** Returns the expressions of a line, none for an empty line or a comment, or an error message. */
function readGroup(line: string): Group | string {
  const content = line.replace(/#.*/, '').trim();
  if (content === '') return { from: [], to: [] };
  const sides = content.split('=>').map((side) => side.split(',').map((part) => part.trim()));
  const written = sides.flat();
  if (written.includes('') || sides.length > 2)
    return 'an expression is missing between two commas, or after the last one';
  const wordless = written.find((part) => termsOf(part).length === 0);
  if (wordless !== undefined) return `“${wordless}” contains no word`;
  if (written.length < 2)
    return `“${content}” stands alone: a group needs two expressions separated by a comma`;
  const keys = written.map((part) => synonymKey(termsOf(part)));
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (repeated >= 0) return `“${written[repeated]}” is repeated`;
  const [from = [], to = from] = sides.map((side) => side.map(termsOf));
  return { from, to };
}

/** Returns the words as a search sees them: without stop words. */
function termsOf(expression: string): string[] {
  const allTerms = analyseText(expression).map((token) => token.text);
  const significant = allTerms.filter((word) => !isFiller(word));
  return significant.length > 0 ? significant : allTerms;
}

function gather(groups: Group[]): Synonyms {
  const alternatives = new Map<string, Expression[]>();
  for (const { from, to } of groups) {
    for (const expression of from) {
      const key = synonymKey(expression);
      const rest = to.filter((candidate) => synonymKey(candidate) !== key);
      alternatives.set(key, [...(alternatives.get(key) ?? []), ...rest]);
    }
  }
  const maxExpressionLength = Math.max(0, ...groups.flatMap(({ from }) => from).map(({ length }) => length));
  return { alternatives, maxExpressionLength, written: groups.map(writtenGroup).join('\n') };
}

function writtenGroup({ from, to }: Group): string {
  const side = (expressions: readonly Expression[]) =>
    expressions.map((wordList) => wordList.join(' ')).join(', ');
  return from === to ? side(from) : `${side(from)} => ${side(to)}`;
}
