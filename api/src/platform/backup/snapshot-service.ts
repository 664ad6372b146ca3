import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../db.ts';
import { type AppliedMigration, appliedMigrations } from '../database/migrate.ts';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { inTransaction, type Session } from './backup-session.ts';
import type { Shipment } from './files/database-contents.ts';
import { lockTables, readSequences, readTables, type Table } from './files/schema-store.ts';
import { readRows } from './rows-store.ts';

/** A shop at one point in time, valid while the transaction lasts that reads it. */
export interface Snapshot extends Shipment {
  tables: readonly Table[];
  schema: readonly AppliedMigration[];
  takenAt: Date;
}

/**
 * Provides a snapshot of the whole shop at one point in time. It blocks only schema changes and TRUNCATE.
 * @param hold `share` also blocks writes until `use` is over
 * @throws UserFacingError when the database has no shop
 */
export async function withSnapshot<Result>(
  session: Session,
  use: (snapshot: Snapshot) => Promise<Result>,
  hold: 'access share' | 'share' = 'access share',
): Promise<Result> {
  const tables = await findTables(session.db);
  const withLockedTables = async (trx: Db) => {
    // Lock first: the first query fixes the snapshot, and a table rewritten after it would seem empty.
    await lockTables(trx, tables, hold);
    if (!isDeepStrictEqual(tables, await readTables(trx)))
      throw new UserFacingError('The schema of the database was changed at this moment: try again.');
    return use(await snapshotOf(trx, session, tables));
  };
  return inTransaction(session, withLockedTables, 'repeatable read', 'read only');
}

async function snapshotOf(trx: Db, { client }: Session, tables: readonly Table[]): Promise<Snapshot> {
  return {
    schema: await appliedMigrations(trx),
    tables,
    takenAt: new Date(),
    async *tableRows() {
      for (const table of tables) yield { table: table.name, rows: readRows(client, table) };
    },
    // Sequences are not transactional. Reading them last ensures that numbers used meanwhile are not used
    // twice.
    sequences: () => readSequences(trx),
  };
}

async function findTables(db: Db): Promise<Table[]> {
  const tables = await readTables(db);
  if (!tables.some(({ name }) => name === 'schema_version'))
    throw new UserFacingError('There is no shop in this database.');
  return tables;
}
