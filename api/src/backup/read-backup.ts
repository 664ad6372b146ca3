import { isDeepStrictEqual } from 'node:util';
import { StartProblem } from '../database/start-problem.ts';
import { readPacked } from './backup-file.ts';
import {
  BrokenBackup,
  type Ending,
  expectTable,
  type Header,
  readEnding,
  readHeader,
  readSum,
} from './backup-format.ts';
import { RowReader } from './row-reader.ts';
import type { Piece, Shipment } from './shipment.ts';
import { isSameSum, type Sum, summed, sumOf } from './sum.ts';

/** What a whole file says of itself, found to be true. */
export interface Checked {
  header: Header;
  ending: Ending;
  /** By table. */
  sums: Map<string, Sum>;
}

/**
 * Reads a backup from its first to its last byte, and writes nothing.
 *
 * @throws StartProblem that says what is wrong with it
 */
export async function checkBackup(path: string): Promise<Checked> {
  return explainBroken(path, async () => {
    const reader = new RowReader(readPacked(path));
    const header = readHeader(await reader.line());
    const sums = new Map<string, Sum>();
    for await (const { table, rows } of piecesOf(reader, header)) sums.set(table, await sumOf(rows));
    return { header, sums, ending: await endingOf(reader) };
  });
}

/** The shop in a file that was checked; one that changed since then fails while it is read (BrokenBackup). */
export function shipmentOf(path: string, { header, ending }: Checked): Shipment {
  return {
    ...header,
    async *pieces() {
      const reader = new RowReader(readPacked(path));
      const isSame = isDeepStrictEqual(readHeader(await reader.line()), header);
      if (!isSame) throw new BrokenBackup('it was changed while it was read');
      yield* piecesOf(reader, header);
      await endingOf(reader);
    },
    sequences: async () => ending.sequences,
  };
}

/** @throws BrokenBackup for rows that do not come to the sum behind them */
async function* piecesOf(reader: RowReader, { tables }: Header): AsyncGenerator<Piece> {
  for (const table of tables) {
    expectTable(await reader.line(), table);
    let found: Sum | undefined;
    yield {
      table: table.name,
      rows: summed(reader.rows(), (sum) => {
        found = sum;
      }),
    };
    if (!isSameSum(readSum(await reader.line()), found))
      throw new BrokenBackup(`the rows of ${table.name} are not those that were written`);
  }
}

async function endingOf(reader: RowReader): Promise<Ending> {
  const ending = readEnding(await reader.line());
  await reader.end();
  return ending;
}

/** Does what reads a backup. @throws StartProblem that says what is wrong with the file */
export async function explainBroken<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof BrokenBackup)
      throw new StartProblem(`${path} is no whole backup: ${cause.message}.`, { cause });
    throw cause;
  }
}
