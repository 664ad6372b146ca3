import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

const patienceMs = 1500;

/** Whether the database answers, soon enough to say so within two seconds. */
export async function answers(db: Db): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(patienceMs, false, { ref: false })]);
}

/** PostgreSQL refuses a notification of 8,000 bytes. */
const mostSaid = 7000;

/** Tells every process of the shop that pages show these products otherwise, for what is no part of their documents: what customers say of them. */
export async function notifyPagesOf(db: Db, products: readonly number[]): Promise<void> {
  const tags = products.map((id) => `P${id}`).join(',');
  if (tags !== '') await notifyPages(db, tags.length > mostSaid ? '*' : tags);
}

/** Tells every process of the shop which kept pages are to be forgotten. */
export async function notifyPages(db: Db, tags: string): Promise<void> {
  await sql`select pg_notify('pages', ${tags})`.execute(db);
}
