import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { type Migration, ownMigrations, readMigrations } from './migrations.ts';

/** The schema of the database and this code cannot be brought together now: one sentence for the terminal. */
export class SchemaProblem extends Error {}

/** The database was written by a newer shop, in a way this code does not survive; going on could damage it. */
export class NewerSchema extends SchemaProblem {
  constructor(found: number, known: number) {
    super(
      `The database is at schema ${found}, this shop knows only up to ${known}: start the newer version.`,
    );
    this.name = 'NewerSchema';
  }
}

/** How to migrate, where it is not as always. */
interface Migrating {
  /** Where the migrations are. */
  folder?: URL;
  /** How often one is tried whose tables are in use. */
  tries?: number;
}

/**
 * Brings the schema up to date, a transaction for each migration; several processes may start at once, the first one
 * migrates. A shop may sell meanwhile: what cannot have its tables at once lets go, and is tried again.
 *
 * @returns the numbers that were applied now; none where a newer shop was here and this code survives what it did
 * @throws NewerSchema when it does not; SchemaProblem when the tables stay in use, or when older shops still run that
 * would not survive
 */
export async function migrate(
  db: Db,
  { folder = ownMigrations, tries = 60 }: Migrating = {},
): Promise<number[]> {
  const migrations = await readMigrations(folder);
  const applied: number[] = [];
  for (;;) {
    const number = await patiently(() => applyNext(db, migrations), tries);
    if (number === undefined) return applied;
    applied.push(number);
  }
}

/** Applies the first migration that is missing. @returns its number; undefined where none is */
function applyNext(db: Db, migrations: readonly Migration[]): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockSchema(trx);
    return applyFirst(trx, migrations);
  });
}

/**
 * Brings the schema up inside a transaction of the caller's, who has locked it.
 *
 * @param last the number to stop after
 * @returns the numbers that were applied now
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

/** Lets nobody else change the schema until the end of the transaction. */
export async function lockSchema(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7011970)`.execute(trx);
}

async function applyFirst(trx: Db, migrations: readonly Migration[]): Promise<number | undefined> {
  // Whoever waits for a table lets nobody else have it: a shopper may wait that long, and no longer.
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

/** A migration as the database remembers it. */
export type AppliedMigration = Pick<Migration, 'number' | 'name'>;

/** What was applied to a database, in its order. */
export async function appliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const { rows } =
    await sql<AppliedMigration>`select number, name from schema_version order by number`.execute(db);
  return rows;
}

/** The migrations that were applied, and from which code on each lets others go on. The first time there is no table yet. */
async function readApplied(trx: Db): Promise<Map<number, number>> {
  const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass('schema_version') and attnum > 0`.execute(trx);
  if (columns.length === 0)
    await sql`create table schema_version (number integer primary key, name text not null,
      applied_at timestamptz not null default now(), survives_from integer)`.execute(trx);
  // Asked for first: this waits for whoever reads the table, a copy of the database for instance.
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

/** Tries again what could not have its tables. */
async function patiently<Result>(apply: () => Promise<Result>, tries: number): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await apply();
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      if (tried >= tries)
        throw new SchemaProblem(
          `The schema could not be changed: its tables were in use at each of ${tries} tries. Something holds them for long (an import, a copy): start again when it is done.`,
          { cause: error },
        );
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}
