import { type AccessMode, type IsolationLevel, sql } from 'kysely';
import pg from 'pg';
import { explain, refuseOldServer } from '../database/open.ts';
import { codeOf, StartProblem } from '../database/start-problem.ts';
import { type Db, onClient } from '../db.ts';

/** One connection for statements and for streams of rows, so that both stand in the same transaction. */
export interface Session {
  db: Db;
  client: pg.Client;
  /** Ends it at once, whatever it is doing; what was not committed is rolled back. */
  end(): Promise<void>;
}

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
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
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

/**
 * Does something in one transaction, and commits it. A failure leaves it open: whoever ends the session rolls it back,
 * and a stream of rows that nobody reads to its end keeps its connection from doing anything else.
 */
export async function inTransaction<Result>(
  { db }: Session,
  use: (trx: Db) => Promise<Result>,
  isolationLevel: IsolationLevel = 'read committed',
  accessMode: AccessMode = 'read write',
): Promise<Result> {
  const begin = db.startTransaction().setIsolationLevel(isolationLevel).setAccessMode(accessMode);
  const trx = await begin.execute();
  const result = await use(trx);
  await trx.commit().execute();
  return result;
}

/**
 * Does something with connections, and ends them.
 *
 * @throws StartProblem when one of them refuses, or is lost in the middle
 */
export async function withSessions<Result>(
  sessions: readonly Session[],
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (cause) {
    throw explainFailure(cause);
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
  }
}

/** Says in one sentence that a database refused or was lost in the middle of it; other failures pass unchanged. */
function explainFailure(cause: unknown): unknown {
  if (cause instanceof pg.DatabaseError)
    return new StartProblem(`The database refused: ${cause.message}.`, { cause });
  if (lost.test(`${codeOf(cause)} ${(cause as Error).message}`))
    return new StartProblem('The connection to the database was lost.', { cause });
  return cause;
}

/** How connections say so that end without a word of the server. */
const lost = /^(ECONNRESET|EPIPE) |Connection terminated|not queryable|Connection ended/;
