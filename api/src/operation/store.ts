import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Whether the database answers. */
export async function answers(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

/** Tells every process of the shop which kept pages are to be forgotten. */
export async function notifyPages(db: Db, tags: string): Promise<void> {
  await sql`select pg_notify('pages', ${tags})`.execute(db);
}
