import { writePacked } from './backup-file.ts';
import { endOfRows, format, type Header, lineOf } from './backup-format.ts';
import { type Session, withSessions } from './session.ts';
import { openSession } from './session-store.ts';
import { type Snapshot, withSnapshot } from './snapshot-service.ts';
import { type Sum, summed } from './sum.ts';

/** What was written. */
export interface Backup {
  takenAt: Date;
  /** The last migration of the database it was taken from. */
  schema: number;
  tables: number;
  rows: number;
  /** Of the rows, and of the file. */
  bytes: number;
  packed: number;
}

/**
 * Writes the whole shop as it stands at one moment into a file, while it sells.
 *
 * @param url of the database; nothing is changed in it, and no migration applied
 * @param begun called when the moment is fixed and nothing is read yet
 * @throws StartProblem when the file is there already or cannot be written, or there is no shop
 */
export async function backUp(
  url: string,
  path: string,
  begun: (session: Session) => Promise<void> = async () => {},
): Promise<Backup> {
  const session = await openSession(url);
  return withSessions([session], () =>
    withSnapshot(session, async (snapshot) => {
      await begun(session);
      return write(snapshot, path);
    }),
  );
}

async function write(snapshot: Snapshot, path: string): Promise<Backup> {
  const sums: Sum[] = [];
  const packed = await writePacked(path, textOf(snapshot, sums));
  const totalOf = (what: 'rows' | 'bytes') => sums.reduce((total, sum) => total + sum[what], 0);
  return {
    takenAt: snapshot.takenAt,
    schema: snapshot.schema.at(-1)?.number ?? 0,
    tables: sums.length,
    rows: totalOf('rows'),
    bytes: totalOf('bytes'),
    packed,
  };
}

/** The text of a backup. @param sums is given that of each table */
async function* textOf(snapshot: Snapshot, sums: Sum[]): AsyncGenerator<Buffer> {
  yield lineOf(headerOf(snapshot));
  for await (const { table, rows } of snapshot.pieces()) {
    yield lineOf({ table });
    yield* summed(rows, (sum) => sums.push(sum));
    yield endOfRows;
    yield lineOf({ table, ...sums.at(-1) });
  }
  yield lineOf({ sequences: await snapshot.sequences() });
}

const headerOf = ({ schema, tables, takenAt }: Snapshot): Header => ({
  fynbos: 'backup',
  format,
  takenAt: takenAt.toISOString(),
  schema: [...schema],
  tables: tables.map(({ name, columns }) => ({ name, columns })),
});
