import type { AccessMode, IsolationLevel } from 'kysely';
import pg from 'pg';
import { codeOf, StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';

/** One connection for statements and for streams of rows, so that both stand in the same transaction. */
export interface Session {
  db: Db;
  client: pg.Client;
  /** Ends it at once, whatever it is doing; what was not committed is rolled back. */
  end(): Promise<void>;
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
