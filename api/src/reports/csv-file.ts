import { rename, rm, writeFile } from 'node:fs/promises';
import { csvText } from '../catalogue/import/format/csv.ts';
import { messageOf, UserFacingError } from '../platform/errors/user-facing-error.ts';

const byteOrderMark = '\ufeff';
const number = /^-?\d+(\.\d+)?$/;
const formula = /^[=+\-@\t\r]/;
/** Like a backup: other users of the computer must not read the names and addresses of shoppers. */
const forItsOwnerOnly = 0o600;

/**
 * Makes a cell harmless: a spreadsheet calculates a text that begins like a formula, and shoppers choose their
 * names and addresses. A number stays a number.
 */
const inert = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);

/**
 * Writes a table that a spreadsheet opens: UTF-8 with a byte order mark, for its owner only (T41). An existing
 * file stays as it is until the new one is complete.
 * @returns the number of rows below the header
 * @throws UserFacingError when the file cannot be written
 */
export async function writeCsvFile(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<number> {
  let count = 0;
  const part = `${path}.part`;
  async function* lines() {
    yield byteOrderMark + csvText([header]);
    for await (const row of rows) {
      count++;
      yield csvText([row.map(inert)]);
    }
  }
  try {
    // A file or a link that somebody else put there would keep its readers.
    await rm(part, { force: true });
    await writeFile(part, lines(), { flag: 'wx', mode: forItsOwnerOnly });
    await rename(part, path);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    await rm(part, { force: true }).catch(() => undefined);
    throw new UserFacingError(`Cannot write ${path}: ${messageOf(cause)}.`, { cause });
  }
  return count;
}
