import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';

const timeoutMs = 1500;

/** Whether the database responds; decided within two seconds, multiplied by the scale. */
export async function isDatabaseReachable(db: Db, timeoutScale = 1): Promise<boolean> {
  const probe = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([probe, pause(timeoutMs * timeoutScale, false, { ref: false })]);
}

/** PostgreSQL limits notifications to less than 8,000 bytes. */
const maxPayloadLength = 7000;

/**
 * Invalidates the pages of products in every process, for changes outside the product documents such as
 * reviews.
 */
export async function notifyPagesOf(db: Db, products: readonly number[]): Promise<void> {
  const tags = products.map((id) => `P${id}`).join(',');
  if (tags !== '') await notifyPages(db, tags.length > maxPayloadLength ? '*' : tags);
}

/** Announces to every process which cached pages to invalidate. */
export async function notifyPages(db: Db, tags: string): Promise<void> {
  await sql`select pg_notify('pages', ${tags})`.execute(db);
}
