import type { Db } from '../../db.ts';
import { readMigrations } from '../database/connection/migrations.ts';
import { applyMigrations, lockSchema } from '../database/migrate.ts';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { inTransaction, type Session } from './backup-session.ts';
import { checksumOf, isSameChecksum, type Sum, withChecksum } from './files/checksum.ts';
import type { Shipment } from './files/database-contents.ts';
import {
  analyse,
  emptyTables,
  readForeignKeys,
  readSequenceNames,
  readSequences,
  readTables,
  run,
  type Sequence,
  setSequence,
  setTriggers,
  type Table,
} from './files/schema-store.ts';
import { readRows, writeRows } from './rows-store.ts';

/** Summary of a loaded shop. */
export interface Loaded {
  tables: number;
  rows: number;
  /** Tables of the source that this shop does not have; they were left out. */
  leftOut: string[];
  /** The last migration; newer migrations than the source had were applied after loading. */
  schema: number;
}

/**
 * Loads a whole shop into an empty database, in one transaction: all rows are loaded and compared, or none.
 * The account only has to own the database.
 * @param proven called when all rows are loaded and compared; they are committed when it returns
 * @throws UserFacingError when the database is not empty, or the shop does not fit into it
 */
export function load(
  session: Session,
  shipment: Shipment,
  proven: () => Promise<void> = async () => {},
): Promise<Loaded> {
  return inTransaction(session, async (trx) => {
    const loaded = await loadAll(trx, session, shipment);
    await analyse(trx, await readTables(trx));
    await proven();
    return loaded;
  });
}

async function loadAll(trx: Db, session: Session, shipment: Shipment): Promise<Loaded> {
  await lockSchema(trx);
  await refuseUnlessEmpty(trx);
  await makeTables(trx, shipment);
  const tables = await matchTables(trx, shipment);
  const keys = await readForeignKeys(trx);
  // Foreign keys are checked at the end, so tables can come in any order and refer to each other.
  await run(
    trx,
    keys.map(({ drop }) => drop),
  );
  await setTriggers(trx, tables, 'disable');
  // Migrations write rows too (signing keys, for instance); those rows are not part of the loaded shop.
  await emptyTables(trx, tables);
  const sums = await writeTables(session, shipment, tables);
  await run(
    trx,
    keys.map(({ add }) => add),
  );
  await setTriggers(trx, tables, 'enable');
  await setSequences(trx, await shipment.sequences());
  await compare(session, tables, sums);
  const newer = await applyMigrations(trx);
  return {
    tables: tables.length,
    rows: [...sums.values()].reduce((total, { rows }) => total + rows, 0),
    leftOut: shipment.tables.map(({ name }) => name).filter((name) => !sums.has(name)),
    schema: newer.at(-1) ?? lastOf(shipment),
  };
}

const lastOf = ({ schema }: Shipment) => Math.max(0, ...schema.map(({ number }) => number));

async function refuseUnlessEmpty(trx: Db): Promise<void> {
  const [first, ...more] = await readSequenceNames(trx);
  if (first === undefined) return;
  const tableNames = more.length > 0 ? `${first} and ${more.length} more` : first;
  throw new UserFacingError(
    `The database is not empty (${tableNames}): a shop is loaded into an empty one only.`,
  );
}

/** Migrates the database to the schema version of the source, so that its rows fit. */
async function makeTables(trx: Db, shipment: Shipment): Promise<void> {
  const known = new Map((await readMigrations()).map(({ number, name }) => [number, name]));
  const strange = shipment.schema.find(({ number, name }) => known.get(number) !== name);
  if (strange)
    throw new UserFacingError(
      `It was written at schema ${lastOf(shipment)} and this shop does not know its step ${strange.number}: use a version that does.`,
    );
  await applyMigrations(trx, lastOf(shipment));
}

/** The tables of this database, with the columns in the order of the source. */
async function matchTables(trx: Db, shipment: Shipment): Promise<Table[]> {
  const coming = new Map(shipment.tables.map(({ name, columns }) => [name, columns]));
  return (await readTables(trx)).map((table) => {
    const columns = coming.get(table.name);
    const required = columns
      ? table.columns.filter((column) => columns.includes(column) || !isLate(table, column))
      : [];
    if (columns && isSameSet(columns, required)) return { ...table, columns };
    throw new UserFacingError(
      `The table ${table.name} does not fit: it ${columns ? 'has other columns' : 'is missing'}.`,
    );
  });
}

/** The startup code creates this column, not a migration, so an older shop does not have it. */
const isLate = ({ name }: Table, column: string) => name === 'schema_version' && column === 'survives_from';

const isSameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && new Set([...left, ...right]).size === left.length;

/**
 * Writes all rows.
 * @returns the sums by table; tables unknown to the shop are read and dropped
 */
async function writeTables({ client }: Session, shipment: Shipment, tables: readonly Table[]) {
  const sums = new Map<string, Sum>();
  for await (const { table: name, rows } of shipment.tableRows()) {
    const table = tables.find((candidate) => candidate.name === name);
    if (table)
      await writeRows(
        client,
        table,
        withChecksum(rows, (sum) => sums.set(name, sum)),
      );
    else await checksumOf(rows);
  }
  return sums;
}

async function setSequences(trx: Db, coming: readonly Sequence[]): Promise<void> {
  for (const { name } of await readSequences(trx)) {
    const sequence = coming.find((candidate) => candidate.name === name);
    if (!sequence) throw new UserFacingError(`The sequence ${name} is missing.`);
    await setSequence(trx, sequence);
  }
}

/** Reads every row back from the database and compares it with the source. */
async function compare(
  { client }: Session,
  tables: readonly Table[],
  sums: ReadonlyMap<string, Sum>,
): Promise<void> {
  for (const table of tables) {
    const stored = await checksumOf(readRows(client, table));
    if (isSameChecksum(sums.get(table.name), stored)) continue;
    throw new UserFacingError(`The rows of ${table.name} are not the same after they were loaded.`);
  }
}
