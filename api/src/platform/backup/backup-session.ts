import type { AccessMode, IsolationLevel } from 'kysely';
import pg from 'pg';
import type { Db } from '../../db.ts';
import { codeOf, messageOf, UserFacingError } from '../errors/user-facing-error.ts';

/** A connection for statements and row streams, so that both run in the same transaction. */
export interface Session {
  db: Db;
  client: pg.Client;
  /** Ends the connection at once; uncommitted changes are rolled back. */
  end(): Promise<void>;
}

/**
 * Runs a callback in one transaction, and commits it. After a failure the transaction stays open: ending
 * the session rolls it back, because an unfinished row stream blocks the connection.
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
 * Runs a callback with connections, and ends them.
 * @throws UserFacingError when the database refuses, or a connection is lost
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

/** Converts a refusal or a lost connection to a readable error; other failures pass unchanged. */
function explainFailure(cause: unknown): unknown {
  if (cause instanceof pg.DatabaseError)
    return new UserFacingError(`The database refused: ${cause.message}.`, { cause });
  if (lost.test(`${codeOf(cause)} ${messageOf(cause)}`))
    return new UserFacingError('The connection to the database was lost.', { cause });
  return cause;
}

/** Errors of connections that end without a server message. */
const lost = /^(ECONNRESET|EPIPE) |Connection terminated|not queryable|Connection ended/;
