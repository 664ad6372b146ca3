import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { codeOf } from '../errors/user-facing-error.ts';
import { type Migration, ownMigrations, readMigrations } from './connection/migrations.ts';

/**
 * The schema of the database and this code are incompatible now. The message is one sentence for the
 * terminal.
 */
export class SchemaProblem extends Error {}

/**
 * A newer shop changed the schema in a way that this code does not survive. Running on could damage the
 * data.
 */
class NewerSchema extends SchemaProblem {
  constructor(current: number, known: number) {
    super(
      `The database is at schema ${current}, this shop knows only up to ${known}: start the newer version.`,
    );
    this.name = 'NewerSchema';
  }
}

/** Options of `migrate`. */
interface Migrating {
  /** The folder of the migrations. */
  folder?: URL;
  /** How often to attempt a migration whose tables are locked. */
  attempts?: number;
}

/**
 * Brings the schema up to date, one transaction per migration. Several processes may start at once; the
 * first one migrates. A running shop can keep selling: a migration that cannot lock its tables at once
 * rolls back and is retried.
 * @returns the numbers applied now; none when a newer shop migrated the database and this code survives its
 * changes
 * @throws NewerSchema when it does not; SchemaProblem when the tables stay locked, or when older shops
 * still run that would not survive
 */
export async function migrate(
  db: Db,
  { folder = ownMigrations, attempts = 60 }: Migrating = {},
): Promise<number[]> {
  const migrations = await readMigrations(folder);
  const applied: number[] = [];
  for (;;) {
    const number = await patiently(() => applyNext(db, migrations), attempts);
    if (number === undefined) return applied;
    applied.push(number);
  }
}

/**
 * Applies the first missing migration.
 * @returns its number; undefined when none is missing
 */
function applyNext(db: Db, migrations: readonly Migration[]): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockSchema(trx);
    return applyFirst(trx, migrations);
  });
}

/**
 * Brings the schema up to date inside a transaction of the caller, which has locked the schema.
 * @param last the last number to apply
 * @returns the numbers applied now
 * @throws as `migrate` does
 */
export async function applyMigrations(trx: Db, last = Number.POSITIVE_INFINITY): Promise<number[]> {
  const migrations = (await readMigrations()).filter(({ number }) => number <= last);
  const applied: number[] = [];
  for (;;) {
    const number = await applyFirst(trx, migrations);
    if (number === undefined) return applied;
    applied.push(number);
  }
}

/** Locks the schema against other migrations until the end of the transaction. */
export async function lockSchema(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7011970)`.execute(trx);
}

async function applyFirst(trx: Db, migrations: readonly Migration[]): Promise<number | undefined> {
  // A pending lock request blocks every later query on the table. Shoppers can wait for this time-out, but
  // no longer.
  await sql`set local lock_timeout = '250ms'`.execute(trx);
  const applied = await readApplied(trx);
  refuseNewer(applied, migrations.at(-1)?.number ?? 0);
  const next = migrations.find(({ number }) => !applied.has(number));
  if (!next) return undefined;
  await refuseOlderShops(trx, next);
  await sql.raw(next.text).execute(trx);
  await sql`set local lock_timeout to default`.execute(trx);
  const { number, name, survivesFrom } = next;
  await sql`insert into schema_version (number, name, survives_from) values (${number}, ${name}, ${survivesFrom})`.execute(
    trx,
  );
  return number;
}

/** A migration as recorded in the database. */
export type AppliedMigration = Pick<Migration, 'number' | 'name'>;

/** The migrations that a database has applied, in order. */
export async function appliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const { rows } =
    await sql<AppliedMigration>`select number, name from schema_version order by number`.execute(db);
  return rows;
}

/** The number of the newest applied migration; 0 for a database without a shop. */
export async function currentSchema(db: Db): Promise<number> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('schema_version') is not null as exists`.execute(db);
  return rows[0]?.exists ? ((await appliedMigrations(db)).at(-1)?.number ?? 0) : 0;
}

/**
 * The applied migrations, each with the oldest code that survives it. On the first start the table does not
 * exist yet.
 */
async function readApplied(trx: Db): Promise<Map<number, number>> {
  const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass('schema_version') and attnum > 0`.execute(trx);
  if (columns.length === 0)
    await sql`create table schema_version (number integer primary key, name text not null,
      applied_at timestamptz not null default now(), survives_from integer)`.execute(trx);
  // Checked first, since `alter table` waits for every reader of the table, such as a database dump.
  else if (!columns.some(({ name }) => name === 'survives_from'))
    await sql`alter table schema_version add column survives_from integer`.execute(trx);
  const { rows } = await sql<{ number: number; from: number }>`select number,
    coalesce(survives_from, number) as "from" from schema_version`.execute(trx);
  return new Map(rows.map(({ number, from }) => [number, from]));
}

function refuseNewer(applied: ReadonlyMap<number, number>, known: number): void {
  if (Math.max(0, ...applied.values()) > known) throw new NewerSchema(Math.max(...applied.keys()), known);
}

/** @throws SchemaProblem while shops are connected that would not survive the migration */
async function refuseOlderShops(trx: Db, { name, survivesFrom }: Migration): Promise<void> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
    and case when application_name ~ '^fynbos \\d+$'
      then substr(application_name, 8)::integer < ${survivesFrom} else false end`.execute(trx);
  if (rows.length > 0)
    throw new SchemaProblem(
      `Older shops are connected to the database (${rows.length} connections) that would not survive ${name}: end them, then start again.`,
    );
}

const lockNotAvailable = '55P03';
const pauseMs = 1000;

/** Retries when the tables cannot be locked. */
async function patiently<Result>(apply: () => Promise<Result>, attempts: number): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      if (attempt >= attempts)
        throw new SchemaProblem(
          `The schema could not be changed: its tables were in use at each of ${attempts} attempts. A long transaction such as an import or a copy locks them: start again when it is done.`,
          { cause: error },
        );
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}
