import type { Loaded } from '../../platform/backup/load-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';

export const counted = (count: number, singular: string, several = `${singular}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : several}`;

export const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

/** Time since `begin`: `12.3 s`. */
export const since = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

/** Describes the loaded tables and the ones left out. */
export function describeLoaded({ tables, rows, schema, leftOut }: Loaded): string[] {
  const summary = `${counted(tables, 'table')}, ${counted(rows, 'row')}, each compared; schema ${schema}`;
  if (leftOut.length === 0) return [summary];
  return [summary, `Left out, because the shop does not create them: ${leftOut.join(', ')}.`];
}

/**
 * The single argument of a command.
 * @throws UserFacingError with the usage
 */
export function oneWord(args: readonly string[], usage: string): string {
  const [word, ...more] = args;
  if (!word || word.startsWith('-') || more.length > 0) throw new UserFacingError(`Usage: ${usage}`);
  return word;
}
