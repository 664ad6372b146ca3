import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { streamOf } from './stream-of.ts';

/**
 * How long a shop waits for a database that does not answer. One that is gone says so at once; one behind a line that died
 * says nothing, ever. A shopper is told within three seconds, within five where a line dies after a connection was waited
 * for; work that nobody waits for may take longer, and still ends.
 */
const requestPatienceMs = 2300;
const workPatienceMs = 30_000;
/** A process that stood still itself finds its timers before what came meanwhile: that is read first. */
const graceMs = 500;

/** For each connection: that a dead line is found out while nothing is asked. */
export const hurriedLine = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * For each connection, on the server's side: what a shop that vanished holds is free again, since nothing of ours thinks between
 * two statements of a transaction; and who waits for a row that somebody else holds is gone before the shop gives up
 * on them: a backend that nobody listens to any more would go on waiting, with the locks it has. Twice as long as anybody of ours
 * waits, no statement goes on at all.
 */
export const hurriedSettings = {
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 2000,
  statement_timeout: 2 * workPatienceMs,
} as const;

/** The database did not answer in time. What was asked of it may still happen. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/** The line to the database broke, or could not be opened. Whether what was asked last was done nobody knows. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** What the server itself says stays as it is; everything else that goes wrong on its line is the line's end. */
export const orLost = (cause: unknown): unknown =>
  cause instanceof pg.DatabaseError || cause instanceof DatabaseSilent ? cause : new DatabaseLost(cause);

const waited = new AsyncLocalStorage<true>();

/** Runs what somebody waits for. */
export const waitedFor = <Result>(work: () => Result): Result => waited.run(true, work);

const patience = (): number => (waited.getStore() ? requestPatienceMs : workPatienceMs);

/** Whether anything can be asked over this line still. */
export const isAlive = (client: pg.Client): boolean => !streamOf(client).destroyed;

/**
 * Breaks off a line that does not open; the clock of `pg` itself would not let a process that stood still read first.
 *
 * @returns how to say that it is open, or failed by itself
 */
export function unlessUnopened(client: pg.Client): () => void {
  const late = () => streamOf(client).destroy(new Error('no line to the database was opened in time'));
  let timer = setTimeout(() => {
    timer = setTimeout(late, graceMs);
  }, requestPatienceMs);
  return () => clearTimeout(timer);
}

/**
 * Breaks off the line of a statement that nothing is heard of any more. An answer that is long on its way is heard.
 *
 * @returns the answer; rejects with DatabaseSilent, DatabaseLost, or what the server says
 */
export function unlessSilent<Answer>(answer: Promise<Answer>, client: pg.Client): Promise<Answer> {
  const most = patience();
  const stream = streamOf(client);
  let silence: DatabaseSilent | undefined;
  let read = stream.bytesRead;
  const hasHeard = (): boolean => {
    const before = read;
    read = stream.bytesRead;
    return read > before;
  };
  const timer = setInterval(() => {
    if (hasHeard()) return;
    setTimeout(() => {
      if (isDone || hasHeard()) return;
      silence = new DatabaseSilent(`nothing was heard of the database for ${most} ms`);
      stream.destroy();
    }, graceMs).unref();
  }, most);
  timer.unref();
  let isDone = false;
  const done = () => {
    isDone = true;
    clearInterval(timer);
  };
  return answer.then(
    (rows) => {
      done();
      return rows;
    },
    (cause) => {
      done();
      throw silence ?? orLost(cause);
    },
  );
}

/**
 * Gives up waiting for a connection when for so long none has come back from work: a busy pool moves on, one whose lines all
 * died does not.
 *
 * @param lastRelease when one came back last, by `performance.now()`
 * @returns the connection; rejects with DatabaseSilent or DatabaseLost
 */
export function unlessStuck<Client extends { release(): void }>(
  connecting: Promise<Client>,
  lastRelease: () => number,
): Promise<Client> {
  const most = patience();
  const begun = performance.now();
  const stuckFor = () => performance.now() - Math.max(begun, lastRelease());
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer = setTimeout(look, most);
    function look(): void {
      const since = stuckFor();
      if (since < most) timer = setTimeout(look, most - since);
      else timer = setTimeout(giveUp, graceMs);
    }
    function giveUp(): void {
      if (isOver) return;
      if (stuckFor() < most) {
        look();
        return;
      }
      isOver = true;
      reject(new DatabaseSilent(`no connection to the database was free for ${most} ms`));
    }
    connecting.then(
      (client) => {
        clearTimeout(timer);
        // Nobody waits for it any more.
        if (isOver) return client.release();
        isOver = true;
        resolve(client);
      },
      (cause) => {
        clearTimeout(timer);
        isOver = true;
        reject(orLost(cause));
      },
    );
  });
}
