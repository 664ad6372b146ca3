import type { Loaded } from '../backup/load-service.ts';
import { StartProblem } from '../database/start-problem.ts';

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

export const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

/** How long ago that was: `12.3 s`. */
export const since = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

/** What was loaded, and what was not. */
export function describeLoaded({ tables, rows, schema, leftOut }: Loaded): string[] {
  const what = `${counted(tables, 'table')}, ${counted(rows, 'row')}, each compared; schema ${schema}`;
  if (leftOut.length === 0) return [what];
  return [what, `Left out, since the shop does not make them: ${leftOut.join(', ')}.`];
}

/** The one word that a command takes. @throws StartProblem with how it is used */
export function oneWord(words: readonly string[], usage: string): string {
  const [word, ...more] = words;
  if (!word || word.startsWith('-') || more.length > 0) throw new StartProblem(`Use it so: ${usage}`);
  return word;
}
