import { sql } from 'kysely';
import pg from 'pg';
import { type Db, dbOnClient } from '../../db.ts';
import { explain, refuseOldServer } from '../database/open-database.ts';
import type { Session } from './backup-session.ts';

/**
 * Every server writes values in the same format, whatever its configuration, so that sums can be compared.
 * Time limits are off because a copy may take long.
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
 * Connects to a database without changing it or its schema.
 * @param from where the address was configured, for the error message
 * @throws UserFacingError when it cannot be used
 */
export async function openBackupSession(url: string, from = 'DATABASE_URL'): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the statement or stream that uses it.
  client.on('error', () => {});
  const session = { db: dbOnClient(client), client, end: () => client.end() };
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

/** Terminates all other connections to this database; their uncommitted changes are rolled back. */
export async function endOthers(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}
