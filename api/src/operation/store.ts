import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

const patienceMs = 2000;

/** Whether the database answers, within two seconds. */
export async function answers(db: Db): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(patienceMs, false, { ref: false })]);
}

/** Tells every process of the shop which kept pages are to be forgotten. */
export async function notifyPages(db: Db, tags: string): Promise<void> {
  await sql`select pg_notify('pages', ${tags})`.execute(db);
}
