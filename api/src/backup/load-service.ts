import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { applyMigrations, lockSchema } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import { readRows, writeRows } from './rows-store.ts';
import {
  analyse,
  emptyTables,
  readForeignKeys,
  readNames,
  readSequences,
  readTables,
  run,
  type Sequence,
  setSequence,
  setTriggers,
  type Table,
} from './schema-store.ts';
import { inTransaction, type Session } from './session.ts';
import type { Shipment } from './shipment.ts';
import { isSameSum, type Sum, summed, sumOf } from './sum.ts';

/** What was loaded. */
export interface Loaded {
  tables: number;
  rows: number;
  /** Tables in it that this shop does not make, and which were left out. */
  leftOut: string[];
  /** The last migration; newer ones than the shop had were applied after it was loaded. */
  schema: number;
}

/**
 * Loads a whole shop into an empty database, in one transaction: all of it is there and compared, or nothing. The
 * account needs no more than to own the database.
 *
 * @param proven called when all of it is there and compared; it stays when this returns
 * @throws StartProblem when the database is not empty, or the shop does not fit into it
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
  // In whatever order tables come, and whichever point at each other: what they point at is proven at the end, at once.
  await run(
    trx,
    keys.map(({ drop }) => drop),
  );
  await setTriggers(trx, tables, 'disable');
  // Migrations write rows too (keys that sign, for instance), and theirs are not this shop's.
  await emptyTables(trx, tables);
  const sums = await writePieces(session, shipment, tables);
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
  const [first, ...more] = await readNames(trx);
  if (first === undefined) return;
  const what = more.length > 0 ? `${first} and ${more.length} more` : first;
  throw new StartProblem(`The database is not empty (${what}): a shop is loaded into an empty one only.`);
}

/** Brings the database to where the shop's was, so that its rows fit. */
async function makeTables(trx: Db, shipment: Shipment): Promise<void> {
  const known = new Map((await readMigrations()).map(({ number, name }) => [number, name]));
  const strange = shipment.schema.find(({ number, name }) => known.get(number) !== name);
  if (strange)
    throw new StartProblem(
      `It was written at schema ${lastOf(shipment)} and this shop does not know its step ${strange.number}: use a version that does.`,
    );
  await applyMigrations(trx, lastOf(shipment));
}

/** The tables as they are here, with the columns in the order they come in. */
async function matchTables(trx: Db, shipment: Shipment): Promise<Table[]> {
  const coming = new Map(shipment.tables.map(({ name, columns }) => [name, columns]));
  return (await readTables(trx)).map((table) => {
    const columns = coming.get(table.name);
    const own = columns
      ? table.columns.filter((column) => columns.includes(column) || !isLate(table, column))
      : [];
    if (columns && isSameSet(columns, own)) return { ...table, columns };
    throw new StartProblem(
      `The table ${table.name} does not fit: it ${columns ? 'has other columns' : 'is missing'}.`,
    );
  });
}

/** The start makes this column and no migration does: a shop that never met this version does not have it. */
const isLate = ({ name }: Table, column: string) => name === 'schema_version' && column === 'survives_from';

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** Writes all rows. @returns what came, by table; tables that are not the shop's are read and dropped */
async function writePieces({ client }: Session, shipment: Shipment, tables: readonly Table[]) {
  const sums = new Map<string, Sum>();
  for await (const { table: name, rows } of shipment.pieces()) {
    const table = tables.find((one) => one.name === name);
    if (table)
      await writeRows(
        client,
        table,
        summed(rows, (sum) => sums.set(name, sum)),
      );
    else await sumOf(rows);
  }
  return sums;
}

async function setSequences(trx: Db, coming: readonly Sequence[]): Promise<void> {
  for (const { name } of await readSequences(trx)) {
    const sequence = coming.find((one) => one.name === name);
    if (!sequence) throw new StartProblem(`The sequence ${name} is missing.`);
    await setSequence(trx, sequence);
  }
}

/** Reads back what stands in the database now, every row, and compares it with what came. */
async function compare(
  { client }: Session,
  tables: readonly Table[],
  sums: ReadonlyMap<string, Sum>,
): Promise<void> {
  for (const table of tables) {
    const found = await sumOf(readRows(client, table));
    if (isSameSum(sums.get(table.name), found)) continue;
    throw new StartProblem(`The rows of ${table.name} are not the same after they were loaded.`);
  }
}
