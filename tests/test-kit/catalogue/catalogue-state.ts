import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';

const tables = [
  'attribute',
  'attribute_option',
  'category',
  'content_item',
  'content_node',
  'content_text',
  'coupon',
  'deal',
  'deal_product',
  'delivery_method',
  'delivery_rate',
  'product',
  'product_category',
  'product_child',
  'product_price',
  'stock',
  'store',
  'store_stock',
  'tax_rate',
  'tax_rule',
];

/**
 * A fingerprint of the rows of each table, including modification dates. Equal fingerprints mean that
 * nothing was written.
 */
export async function stateOf(db: Db): Promise<Record<string, string>> {
  const parts = tables.map(
    (table) => sql`select ${table}::text as name,
      count(*) || ' ' || coalesce(md5(string_agg(kept::text, '|' order by kept::text)), '') as state from ${sql.table(table)} as kept`,
  );
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** Deletes every row and resets the ids, so that the next test starts with an empty shop. */
export async function emptyShop(db: Db): Promise<void> {
  const all = sql.join(tables.map((table) => sql.table(table)));
  await sql`truncate ${all} restart identity cascade`.execute(db);
}

/** Writes files to a temporary folder, passes it to `use`, and removes it. */
export async function withFiles<T>(
  files: Record<string, string | Buffer>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-import-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
