import { sql } from 'kysely';
import pg from 'pg';
import { explain, refuseOldServer } from '../database/open.ts';
import { type Db, onClient } from '../db.ts';
import type { Session } from './session.ts';

/**
 * Values are written the same way by every server, whatever its operator configured: sums are compared. And a
 * long copy is no statement that hangs.
 */
const settings = [
  `set client_encoding = 'UTF8'`,
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, MDY'`,
  `set intervalstyle = 'postgres'`,
  'set extra_float_digits = 1',
  `set bytea_output = 'hex'`,
  // Older servers do not know all of them.
  `select set_config(name, '0', false) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
].join('; ');

/**
 * Connects to a database without changing anything in it, its schema neither.
 *
 * @param from where the address was written, as the sentence that refuses it names it
 * @throws StartProblem when it cannot be used
 */
export async function openSession(url: string, from = 'DATABASE_URL'): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the statement or the stream that waits for it.
  client.on('error', () => {});
  const session = { db: onClient(client), client, end: () => client.end() };
  try {
    await client.connect();
    await client.query(settings);
    await refuseOldServer(session.db);
    return session;
  } catch (cause) {
    await client.end().catch(() => {});
    throw explain(cause, url, from);
  }
}

/** Hangs up on everybody else in this database; what they had not committed is rolled back. */
export async function endOthers(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}
