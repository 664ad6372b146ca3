import { isDeepStrictEqual } from 'node:util';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { type AppliedMigration, appliedMigrations } from '../migrate.ts';
import { readRows } from './rows-store.ts';
import { lockTables, readSequences, readTables, type Table } from './schema-store.ts';
import { inTransaction, type Session } from './session.ts';
import type { Shipment } from './shipment.ts';

/** A shop as it stands at one moment, for as long as the transaction lasts in which it is seen. */
export interface Snapshot extends Shipment {
  tables: readonly Table[];
  schema: readonly AppliedMigration[];
  takenAt: Date;
}

/**
 * Shows the whole shop as it stands at one moment, whatever is written meanwhile. Nobody waits for that but who changes
 * the schema, or empties a table whole.
 *
 * @param hold `share` lets nobody write either, until `use` is over
 * @throws StartProblem when there is no shop
 */
export async function withSnapshot<Result>(
  session: Session,
  use: (snapshot: Snapshot) => Promise<Result>,
  hold: 'access share' | 'share' = 'access share',
): Promise<Result> {
  const tables = await findTables(session.db);
  const look = async (trx: Db) => {
    // First of all: the first statement that reads fixes the moment, and a table that was changed after it seems empty.
    await lockTables(trx, tables, hold);
    if (!isDeepStrictEqual(tables, await readTables(trx)))
      throw new StartProblem('The schema of the database was changed at this moment: try again.');
    return use(await snapshotOf(trx, session, tables));
  };
  return inTransaction(session, look, 'repeatable read', 'read only');
}

async function snapshotOf(trx: Db, { client }: Session, tables: readonly Table[]): Promise<Snapshot> {
  return {
    schema: await appliedMigrations(trx),
    tables,
    takenAt: new Date(),
    async *pieces() {
      for (const table of tables) yield { table: table.name, rows: readRows(client, table) };
    },
    // They stand in no transaction. Asked for at the end, numbers given out meanwhile are not given out again.
    sequences: () => readSequences(trx),
  };
}

async function findTables(db: Db): Promise<Table[]> {
  const tables = await readTables(db);
  if (!tables.some(({ name }) => name === 'schema_version'))
    throw new StartProblem('There is no shop in this database.');
  return tables;
}
