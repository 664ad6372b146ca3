import { type Db, dbOnClient } from '@fynbos/api/db.ts';
import { sql } from 'kysely';
import pg from 'pg';

/** Every row of every table as text, read independently of the code under test. */
export async function rowsIn(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name::text as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select kept::text as row from ${sql.table(name)} as kept
      order by kept::text collate "C"`.execute(db);
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Constraints, enabled triggers and indexes of the schema. */
export async function schemaObjectsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ promise: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text as promise from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public' order by promise`.execute(db);
  return rows.map(({ promise }) => promise);
}

/** Reads through a second connection with the snapshot of an open transaction. */
export async function readAsSeenBy<Result>(
  seer: pg.Client,
  url: string,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { rows } = await seer.query('select pg_export_snapshot() as id');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin isolation level repeatable read; set transaction snapshot '${rows[0].id}'`);
  return read(dbOnClient(client)).finally(() => client.end());
}

/** Terminates other connections to the database, as an administrator would. */
export async function hangUp(db: Db, like: string): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like ${like}`.execute(db);
  return rows.length;
}

/** Number of other connections that run a statement like this. */
export async function countAt(db: Db, like: string): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like ${like}`.execute(db);
  return rows.length;
}

/** Inserts many rows that compress badly. */
export async function fillWithNoise(db: Db, count: number): Promise<void> {
  await sql`insert into rate_bucket (key, tokens, filled_at)
    select gen_random_uuid()::text, random(), now() from generate_series(1, ${count}::int)`.execute(db);
}
