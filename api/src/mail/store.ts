import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** The channel on which new mail is announced. */
export const mailChannel = 'mail';

export interface NewMail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** An object as JSON. */
  headers: string;
}

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.insertInto('mail').values(mail).execute();
}

/** Wakes whoever sends mail, once the transaction is committed. */
export async function notifyMail(db: Db): Promise<void> {
  await sql`select pg_notify(${mailChannel}, '')`.execute(db);
}

/** The mail that has waited longest and is due; held, so that no other process sends it too. */
export function takeNextMail(db: Db) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'html', 'text', 'headers', 'tries'])
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('waitedSeconds'))
    .where('gave_up_at', 'is', null)
    .where('next_try_at', '<=', sql<Date>`now()`)
    .orderBy('next_try_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}

/** @param waitSeconds until it is tried again */
export async function postponeMail(db: Db, id: number, failure: string, waitSeconds: number): Promise<void> {
  await sql`update mail set tries = tries + 1, failure = ${failure},
    next_try_at = now() + make_interval(secs => ${waitSeconds}) where id = ${id}`.execute(db);
}

/** Keeps why a mail was never sent, and nothing of what it said or to whom. */
export async function giveUpMail(db: Db, id: number, failure: string): Promise<void> {
  await sql`update mail set tries = tries + 1, failure = ${failure}, gave_up_at = now(), recipient = '', subject = '',
    html = '', text = '', headers = '{}' where id = ${id}`.execute(db);
}

/** @param days so long ago and longer */
export async function deleteGivenUpMail(db: Db, days: number): Promise<void> {
  await sql`delete from mail where gave_up_at < now() - make_interval(days => ${days}::int)`.execute(db);
}

/** How many mails wait, and how many were given up in the last month. */
export async function countMail(db: Db): Promise<{ waiting: number; failed: number }> {
  return db
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('gave_up_at', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('gave_up_at', 'is not', null).as('failed'),
    ])
    .executeTakeFirstOrThrow();
}
