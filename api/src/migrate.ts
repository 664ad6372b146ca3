import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';

const folder = new URL('../migrations/', import.meta.url);

/** The database was written by a newer shop than this code; going on could damage it. */
export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `The database is at schema ${found}, this shop knows only up to ${known}: start the newer version.`,
    );
    this.name = 'NewerSchema';
  }
}

/** One step of the schema, as `schema_version` remembers it. */
export interface Migration {
  number: number;
  /** The file it stands in. */
  name: string;
}

/**
 * Brings the schema up to date, one transaction for all that is missing; several processes may start
 * at once, the first one migrates.
 *
 * @returns the numbers that were applied now
 * @throws NewerSchema when the database knows a migration this code does not
 */
export async function migrate(db: Db): Promise<number[]> {
  return db.transaction().execute((trx) => applyMigrations(trx));
}

/** The same inside a transaction of the caller's. @param last the number to stop after */
export async function applyMigrations(trx: Db, last = Number.POSITIVE_INFINITY): Promise<number[]> {
  await lockSchema(trx);
  await sql`create table if not exists schema_version (number integer primary key, name text not null, applied_at timestamptz not null default now())`.execute(
    trx,
  );
  const migrations = await readMigrations();
  const known = migrations.at(-1)?.number ?? 0;
  const applied = new Set((await appliedMigrations(trx)).map(({ number }) => number));
  const newest = Math.max(0, ...applied);
  if (newest > known) throw new NewerSchema(newest, known);
  const missing = migrations.filter(({ number }) => !applied.has(number) && number <= last);
  for (const { number, name, text } of missing) {
    await sql.raw(text).execute(trx);
    await sql`insert into schema_version (number, name) values (${number}, ${name})`.execute(trx);
  }
  return missing.map((migration) => migration.number);
}

/** Lets nobody else change the schema until the end of the transaction. */
export async function lockSchema(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7011970)`.execute(trx);
}

/** What was applied to a database, in its order. */
export async function appliedMigrations(db: Db): Promise<Migration[]> {
  const { rows } = await sql<Migration>`select number, name from schema_version order by number`.execute(db);
  return rows;
}

/** Every migration this code knows, in its order. */
export async function readMigrations(): Promise<(Migration & { text: string })[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 3)),
      name,
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}
