import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db.ts';

/** A table to copy. */
export interface Table {
  name: string;
  /** Stored columns; PostgreSQL computes the generated ones. */
  columns: string[];
  /** SQL expression that orders the rows, the same on every server. */
  order: string;
}

/** State of a sequence. */
export interface Sequence {
  name: string;
  last: string;
  /** Whether `last` was returned already. */
  called: boolean;
}

/** Excludes objects of extensions. */
const notFromExtension = sql`relation.relnamespace = current_schema()::regnamespace and not exists (
  select from pg_depend as link where link.classid = 'pg_class'::regclass and link.objid = relation.oid and link.deptype = 'e')`;

/** Every table of the shop's schema, by name. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relation.relname::text as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by place)
        from pg_index, unnest(indkey) with ordinality as part (number, place), pg_attribute
        where indrelid = relation.oid and indisprimary and attrelid = relation.oid and attnum = number),
        'kept::text collate "C"') as "order"
    from pg_class as relation
    where ${notFromExtension} and relkind in ('r', 'p') and not relispartition order by relname collate "C"`.execute(
    db,
  );
  return rows;
}

/** All relations in the schema that the shop would be loaded into. */
export async function readSequenceNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class as relation
    where ${notFromExtension} and relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by relname collate "C"`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Locks tables: `access share` against a change of their columns, `share` against a change of their rows. */
export async function lockTables(
  db: Db,
  tables: readonly Table[],
  mode: 'access share' | 'share',
): Promise<void> {
  await sql`lock table ${listOf(tables)} in ${sql.raw(mode)} mode`.execute(db);
}

export async function emptyTables(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`truncate ${listOf(tables)}`.execute(db);
}

/** Updates the planner statistics of the tables. */
export async function analyse(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`analyze ${listOf(tables)}`.execute(db);
}

const listOf = (tables: readonly Table[]): RawBuilder<unknown> =>
  sql.join(tables.map(({ name }) => sql.table(name)));

/** The statements that drop every foreign key, and those that add and validate them. */
export async function readForeignKeys(db: Db): Promise<{ drop: string; add: string }[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`.execute(db);
  return rows;
}

export async function run(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Disables or enables the triggers of tables. The table owner may do so. */
export async function setTriggers(
  db: Db,
  tables: readonly Table[],
  action: 'disable' | 'enable',
): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(action)} trigger user`.execute(db);
}

/** Every sequence of the shop's schema, by name. */
export async function readSequences(db: Db): Promise<Sequence[]> {
  const { rows: relations } = await sql<{
    name: string;
  }>`select relname::text as name from pg_class as relation
    where ${notFromExtension} and relkind = 'S' order by relname collate "C"`.execute(db);
  const sequences: Sequence[] = [];
  for (const { name } of relations) {
    const { rows } =
      await sql<Sequence>`select ${name}::text as name, last_value::text as last, is_called as called
      from ${sql.table(name)}`.execute(db);
    sequences.push(...rows);
  }
  return sequences;
}

export async function setSequence(db: Db, { name, last, called }: Sequence): Promise<void> {
  await sql`select setval(quote_ident(${name})::regclass, ${last}::bigint, ${called})`.execute(db);
}
