import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Table } from './files/schema-store.ts';

const names = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ');

/** Every row of a table as COPY writes it, ordered by its key, with backpressure. */
export function readRows(client: pg.Client, { name, columns, order }: Table): Readable {
  const rows = `select ${names(columns)} from ${pg.escapeIdentifier(name)} as kept order by ${order}`;
  const stream = client.query(copyTo(`copy (${rows}) to stdout`));
  // The reader of the stream receives errors. This handler covers errors after the reader is gone.
  return stream.on('error', () => {});
}

/**
 * Writes rows into a table, as `readRows` returned them.
 * @throws the database error for a row that it refuses
 */
export async function writeRows(
  client: pg.Client,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(
    rows,
    client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${names(columns)}) from stdin`)),
  );
}
