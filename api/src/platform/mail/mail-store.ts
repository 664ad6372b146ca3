import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../database/only-row.ts';

/** The channel that announces new mail. */
export const mailChannel = 'mail';

export interface NewMail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** An object as JSON. */
  headers: string;
}

/** The order a mail is about. */
export interface MailAbout {
  template: string;
  number: string;
}

/**
 * Stores a mail.
 * @param isAnnounced whether the mail workers are notified once the transaction is committed
 */
export async function insertMail(
  db: Db,
  mail: NewMail,
  about: MailAbout | undefined,
  isAnnounced: boolean,
): Promise<void> {
  await sql`/* prepared: queue mail */ with queued as (
    insert into mail (recipient, subject, html, text, headers)
    values (${mail.recipient}, ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.headers}::jsonb) returning id
  ), noted as (
    insert into mail_about (mail_id, template, number)
    select id, ${about?.template ?? null}::text, ${about?.number ?? null}::text
    from queued where ${about !== undefined}::boolean
  ) select pg_notify(${mailChannel}, '') from queued where ${isAnnounced}::boolean`.execute(db);
}

/** Returns the orders without exactly one such mail, with their number of mails. */
export async function readNotOnce(
  db: Db,
  template: string,
  numbers: readonly string[],
): Promise<{ number: string; times: number }[]> {
  const { rows } = await sql<{ number: string; times: number }>`select asked.number, count(mail_id) as times
    from unnest(${numbers}::text[]) as asked (number)
    left join mail_about on mail_about.number = asked.number and template = ${template}
    group by asked.number having count(mail_id) <> 1 order by asked.number`.execute(db);
  return rows;
}

interface WaitingMail extends Omit<NewMail, 'headers'> {
  id: number;
  headers: Record<string, string>;
  /** The random part of the Message-ID. */
  message_id: string;
  attempt_no: number;
  waitedSeconds: number;
  /** Whether other mails are due, which another connection may be sending. */
  hasMore: boolean;
}

const due = sql`from mail where gave_up_at is null and next_try_at <= now()`;

/**
 * Returns the due mail that has waited longest, locked so that no other process sends it too. Extends the
 * transaction's idle timeout for the conversation with a mail server.
 */
export async function lockNextMail(db: Db): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`/* prepared: next mail */
    select id, recipient, subject, html, text, headers, message_id, attempt_no,
      extract(epoch from now() - created_at)::float8 as "waitedSeconds",
      exists (select ${due} offset 1) as "hasMore",
      set_config('idle_in_transaction_session_timeout', '2min', true)
    ${due} order by next_try_at limit 1 for update skip locked`.execute(db);
  return rows[0];
}

export async function deleteMail(db: Db, id: number): Promise<void> {
  await sql`/* prepared: delete mail */ delete from mail where id = ${id}`.execute(db);
}

/** @param waitSeconds delay of the next attempt */
export async function postponeMail(db: Db, id: number, failure: string, waitSeconds: number): Promise<void> {
  await sql`update mail set attempt_no = attempt_no + 1, failure = ${failure},
    next_try_at = now() + make_interval(secs => ${waitSeconds}) where id = ${id}`.execute(db);
}

/** Stores the reason why a mail was given up, and deletes its content and recipient. */
export async function abandonMail(db: Db, id: number, failure: string): Promise<void> {
  await sql`update mail set attempt_no = attempt_no + 1, failure = ${failure}, gave_up_at = now(), recipient = '', subject = '',
    html = '', text = '', headers = '{}' where id = ${id}`.execute(db);
}

/** @param days minimum age */
export async function deleteAbandonedMail(db: Db, days: number): Promise<void> {
  await sql`delete from mail where gave_up_at < now() - make_interval(days => ${days}::int)`.execute(db);
}

export interface MailStatus {
  waiting: number;
  /** Age of the oldest queued mail in seconds. */
  oldest: number;
  /** Seconds since the first mail was due; negative when none is due. */
  overdue: number;
  /** Number of mails given up in the last month. */
  failed: number;
}

export async function countMail(db: Db): Promise<MailStatus> {
  const { rows } = await sql<MailStatus>`select
    count(*) filter (where gave_up_at is null) as waiting,
    coalesce(extract(epoch from now() - min(created_at) filter (where gave_up_at is null)), 0)::float8 as oldest,
    coalesce(extract(epoch from now() - min(next_try_at) filter (where gave_up_at is null)), 0)::float8 as overdue,
    count(gave_up_at) as failed from mail`.execute(db);
  return onlyRow(rows);
}
