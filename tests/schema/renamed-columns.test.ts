import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '@fynbos/api/platform/backup/files/backup-reader.ts';
import { readForeignKeys, run } from '@fynbos/api/platform/backup/files/schema-store.ts';
import { restore } from '@fynbos/api/platform/backup/restore-service.ts';
import { emptyDatabase, type FreshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Columns that migrations 014 to 016 rename (ADR-028): code of the previous version writes the old name, code of this version
 * the new one, and both read the same value. The test goes when the old columns go.
 */

const folder = join(import.meta.dirname, '../fixtures/released');
const fixture = readdirSync(folder).find((name) => name.startsWith('schema-013'))!;

/** By table: the new name and the old one. */
const renamed: Record<string, [string, string][]> = {
  order_event: [
    ['actor', 'by'],
    ['occurred_at', 'at'],
  ],
  stock_change: [
    ['actor', 'by'],
    ['occurred_at', 'at'],
  ],
  order_line: [['units', 'pieces']],
  payment_attempt: [
    ['short_reference', 'short'],
    ['attempt_no', 'tries'],
    ['redirect', 'hand_off'],
    ['next_poll_at', 'next_ask_at'],
    ['poll_count', 'asked'],
  ],
  payment_event: [
    ['source', 'via'],
    ['payload', 'said'],
    ['occurred_at', 'at'],
  ],
  money_entry: [['occurred_at', 'at']],
  refund: [
    ['actor', 'by'],
    ['next_poll_at', 'next_ask_at'],
    ['poll_count', 'asked'],
  ],
  consent: [
    ['granted', 'given'],
    ['occurred_at', 'at'],
  ],
  newsletter_coupon: [['granted_at', 'given_at']],
  coupon: [
    ['max_uses', 'most_uses'],
    ['max_uses_per_customer', 'most_uses_each'],
  ],
  mail: [['attempt_no', 'tries']],
  push_message: [['attempt_no', 'tries']],
  cart_write: [['occurred_at', 'at']],
};
const pairs = Object.entries(renamed).flatMap(([table, names]) =>
  names.map(([now, before]) => ({ table, now, before })),
);

let database: FreshDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  const file = join(folder, fixture, 'shop.backup');
  await restore(database.url, file, await checkBackup(file));
  // Rows are taken out and put back one by one.
  await run(
    database.db,
    (await readForeignKeys(database.db)).map(({ drop }) => drop),
  );
});
afterAll(() => database.drop());

const execute = (text: string) => sql.raw<{ count: number }>(text).execute(database.db);

/** How many rows have different values in the two columns of a pair. */
async function differing(table: string, now: string, before: string): Promise<number> {
  const { rows } = await execute(
    `select count(*) as count from ${table} where "${now}"::text is distinct from "${before}"::text`,
  );
  return rows[0]!.count;
}

test.each(pairs)('$table.$before is copied to $now by the migration', async ({ table, now, before }) => {
  expect(await differing(table, now, before)).toBe(0);
  const { rows } = await execute(`select count(*) as count from ${table}`);
  expect(rows[0]!.count).toBeGreaterThan(0);
});

/** The values of a column, in an order of their own. */
async function valuesOf(table: string, column: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ value: string | null }>`select ${sql.ref(column)}::text as value
    from ${sql.table(table)} order by value`.execute(database.db);
  return rows.map(({ value }) => value);
}

/** SQL for another value of the same type. */
const changed = (column: string, type: string): string => {
  if (type === 'text') return `"${column}" || 'X'`;
  if (type === 'integer') return `coalesce("${column}", 0) + 1`;
  if (type === 'boolean') return `not "${column}"`;
  if (type.startsWith('timestamp')) return `coalesce("${column}", now()) + interval '1 hour'`;
  return `'${JSON.stringify([{ changed: column }])}'`;
};

describe.each(pairs)('$table.$before and $table.$now', ({ table, now, before }) => {
  test.each([now, before])('an update of %s changes both', async (column) => {
    const { rows } = await sql<{ type: string }>`select data_type as type from information_schema.columns
      where table_name = ${table} and column_name = ${column}`.execute(database.db);
    const counterpart = column === now ? before : now;
    const valuesBefore = await valuesOf(table, counterpart);
    await execute(`update ${table} set "${column}" = ${changed(column, rows[0]!.type)}`);
    expect(await differing(table, now, before)).toBe(0);
    expect(await valuesOf(table, counterpart)).not.toEqual(valuesBefore);
  });
});

describe.each(Object.entries(renamed))('an insert into %s', (table, names) => {
  test.each([0, 1])('that leaves out one name of each pair (%i) fills both', async (left) => {
    const { rows } = await sql<{ row: string }>`
      with taken as (delete from ${sql.table(table)} where ctid = (select ctid from ${sql.table(table)} limit 1) returning *)
      select (to_jsonb(taken) - ${names.map((pair) => pair[left])}::text[])::text as row from taken`.execute(
      database.db,
    );
    await sql`insert into ${sql.table(table)} overriding system value
      select whole.* from jsonb_populate_record(null::${sql.table(table)}, ${rows[0]!.row}::jsonb) as whole`.execute(
      database.db,
    );
    for (const [now, before] of names) expect(await differing(table, now, before)).toBe(0);
  });
});

test('a lease that one version takes is known to the counterpart', async () => {
  const take = (column: string, holder: string) =>
    execute(`insert into payment_lease as lease (name, holder, ${column}) values ('match', '${holder}', now() + interval '1 hour')
      on conflict (name) do update set holder = excluded.holder, ${column} = excluded.${column}
      where lease.${column} <= now() returning 1 as count`);
  expect((await take('until', crypto.randomUUID())).rows).toHaveLength(1);
  expect((await take('expires_at', crypto.randomUUID())).rows).toHaveLength(0);
  await execute(`update payment_lease set expires_at = now()`);
  expect((await take('until', crypto.randomUUID())).rows).toHaveLength(1);
  expect(await differing('payment_lease', 'expires_at', 'until')).toBe(0);
});

test('a response that the next version writes to `response` is read', async () => {
  await execute(`update cart_write set response = answer, answer = null`);
  const { rows } = await execute(
    `select count(*) as count from cart_write where coalesce(response, answer) is null`,
  );
  expect(rows[0]!.count).toBe(0);
});
