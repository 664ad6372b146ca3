import { type Session, withSessions } from './backup-session.ts';
import { openBackupSession } from './backup-session-store.ts';
import { writeBackupFile } from './files/backup-file.ts';
import { endOfRows, format, type Header, lineOf } from './files/backup-format.ts';
import { type Sum, withChecksum } from './files/checksum.ts';
import { type Snapshot, withSnapshot } from './snapshot-service.ts';

/** Summary of a written backup. */
export interface Backup {
  takenAt: Date;
  /** The last migration of the source database. */
  schema: number;
  tables: number;
  rows: number;
  /** Size of the rows; `compressedBytes` is the size of the file. */
  bytes: number;
  compressedBytes: number;
}

/**
 * Writes the whole shop at one point in time into a file, while it sells.
 * @param url of the database; the backup changes nothing in it and applies no migration
 * @param begun called when the snapshot is taken and before rows are read
 * @throws UserFacingError when the file exists or cannot be written, or the database has no shop
 */
export async function createBackup(
  url: string,
  path: string,
  begun: (session: Session) => Promise<void> = async () => {},
): Promise<Backup> {
  const session = await openBackupSession(url);
  return withSessions([session], () =>
    withSnapshot(session, async (snapshot) => {
      await begun(session);
      return write(snapshot, path);
    }),
  );
}

async function write(snapshot: Snapshot, path: string): Promise<Backup> {
  const sums: Sum[] = [];
  const compressedBytes = await writeBackupFile(path, textOf(snapshot, sums));
  const totalOf = (key: 'rows' | 'bytes') => sums.reduce((total, sum) => total + sum[key], 0);
  return {
    takenAt: snapshot.takenAt,
    schema: snapshot.schema.at(-1)?.number ?? 0,
    tables: sums.length,
    rows: totalOf('rows'),
    bytes: totalOf('bytes'),
    compressedBytes,
  };
}

/**
 * The text of a backup.
 * @param sums receives the sum of each table
 */
async function* textOf(snapshot: Snapshot, sums: Sum[]): AsyncGenerator<Buffer> {
  yield lineOf(headerOf(snapshot));
  for await (const { table, rows } of snapshot.tableRows()) {
    yield lineOf({ table });
    yield* withChecksum(rows, (sum) => sums.push(sum));
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
