import { isDeepStrictEqual } from 'node:util';
import { UserFacingError } from '../../errors/user-facing-error.ts';
import { readBackupFile } from './backup-file.ts';
import {
  BrokenBackup,
  type Ending,
  expectTable,
  type Header,
  readBackupHeader,
  readEnding,
  readSum,
} from './backup-format.ts';
import { checksumOf, isSameChecksum, type Sum, withChecksum } from './checksum.ts';
import type { Shipment, TableRows } from './database-contents.ts';
import { RowReader } from './row-reader.ts';

/** Summary of a backup file that was checked completely. */
export interface CheckedBackup {
  header: Header;
  ending: Ending;
  /** By table. */
  sums: Map<string, Sum>;
}

/**
 * Reads a backup from its first to its last byte, and writes nothing.
 * @throws UserFacingError that explains the damage
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  return explainBroken(path, async () => {
    const reader = new RowReader(readBackupFile(path));
    const header = readBackupHeader(await reader.line());
    const sums = new Map<string, Sum>();
    for await (const { table, rows } of tableRowsOf(reader, header)) sums.set(table, await checksumOf(rows));
    return { header, sums, ending: await endingOf(reader) };
  });
}

/** The shop in a checked file. If the file changed since then, reading fails (BrokenBackup). */
export function shipmentOf(path: string, { header, ending }: CheckedBackup): Shipment {
  return {
    ...header,
    async *tableRows() {
      const reader = new RowReader(readBackupFile(path));
      const isSame = isDeepStrictEqual(readBackupHeader(await reader.line()), header);
      if (!isSame) throw new BrokenBackup('it was changed while it was read');
      yield* tableRowsOf(reader, header);
      await endingOf(reader);
    },
    sequences: async () => ending.sequences,
  };
}

/** @throws BrokenBackup when rows do not match the sum that follows them */
async function* tableRowsOf(reader: RowReader, { tables }: Header): AsyncGenerator<TableRows> {
  for (const table of tables) {
    expectTable(await reader.line(), table);
    let computed: Sum | undefined;
    yield {
      table: table.name,
      rows: withChecksum(reader.rows(), (sum) => {
        computed = sum;
      }),
    };
    if (!isSameChecksum(readSum(await reader.line()), computed))
      throw new BrokenBackup(`the rows of ${table.name} are not those that were written`);
  }
}

async function endingOf(reader: RowReader): Promise<Ending> {
  const ending = readEnding(await reader.line());
  await reader.end();
  return ending;
}

/**
 * Runs code that reads a backup.
 * @throws UserFacingError that explains what is wrong with the file
 */
export async function explainBroken<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof BrokenBackup)
      throw new UserFacingError(`${path} is no whole backup: ${cause.message}.`, { cause });
    throw cause;
  }
}
