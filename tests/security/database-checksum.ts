import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';

/** Counters, leases and announcements; not data of shoppers. */
const nobodys = ['rate_bucket', 'payment_lease', 'unannounced_order'];

/**
 * A fingerprint of all rows of all tables except counters, leases and announcements. Equal fingerprints before and after
 * mean that nothing changed.
 * @param besides tables that change by themselves
 */
export async function databaseFingerprint(
  db: Db,
  besides: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const fingerprint: Record<string, string> = {};
  for (const { name } of tables.filter((table) => ![...nobodys, ...besides].includes(table.name))) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as sum
      from ${sql.table(name)} as row`.execute(db);
    fingerprint[name] = rows[0]!.sum;
  }
  return fingerprint;
}
