import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { streamOf } from './client-stream.ts';

/**
 * Time-outs for a database that does not respond. An unreachable database fails at once; behind a dead
 * connection it never responds. A shopper gets an error within three seconds, or within five when the
 * connection dies after a wait for the pool. Background work may take longer, but also ends.
 */
const requestTimeoutMs = 2300;
const workTimeoutMs = 30_000;
/**
 * After a stall of the process, timers fire before received data is read. The grace period lets it be read
 * first.
 */
const graceMs = 500;

/** Per connection: TCP keep-alive detects dead connections while they are idle. */
export const socketOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * Per connection, on the server. Locks of a vanished process are released, because a transaction never
 * idles between two statements. Lock waits end before the shop's own time-out: an abandoned backend would
 * keep waiting and holding its locks. No statement runs longer than twice the longest time-out of the shop.
 */
export const hurriedSettings = (timeoutScale: number) => ({
  idle_in_transaction_session_timeout: 10_000 * timeoutScale,
  lock_timeout: 2000 * timeoutScale,
  statement_timeout: 2 * Math.max(workTimeoutMs, requestTimeoutMs * timeoutScale),
});

/** The database did not respond in time. The statement may still be executed. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/**
 * The connection to the database broke, or could not be opened. It is unknown whether the last statement
 * was executed.
 */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Server errors pass unchanged; every other failure counts as a lost connection. */
const orLost = (cause: unknown): unknown =>
  cause instanceof pg.DatabaseError || cause instanceof DatabaseSilent ? cause : new DatabaseLost(cause);

/** The time-out of work that a client waits for. */
const waited = new AsyncLocalStorage<number>();

/**
 * Runs work that a client waits for, with the short time-outs.
 * @param timeoutScale multiplies them
 */
export const waitedFor = <Result>(work: () => Result, timeoutScale: number): Result =>
  waited.run(requestTimeoutMs * timeoutScale, work);

const timeoutMs = (): number => waited.getStore() ?? workTimeoutMs;

/** Whether the connection is usable. */
export const isAlive = (client: pg.Client): boolean => !streamOf(client).destroyed;

/**
 * Ends a connection attempt that takes too long. The time-out of `pg` would fire after a stall of the
 * process before received data is read.
 * @returns a function to call when the connection is open or failed
 */
export function unlessUnopened(client: pg.Client): () => void {
  const late = () =>
    streamOf(client).destroy(new Error('the connection to the database was not opened in time'));
  let timer = setTimeout(() => {
    timer = setTimeout(late, graceMs);
  }, waited.getStore() ?? requestTimeoutMs);
  return () => clearTimeout(timer);
}

/**
 * Ends the connection of a statement when no data arrives. A slow result that keeps arriving is not
 * interrupted.
 * @returns the result; rejects with DatabaseSilent, DatabaseLost, or the server's error
 */
export function unlessSilent<Result>(result: Promise<Result>, client: pg.Client): Promise<Result> {
  const maxMs = timeoutMs();
  const stream = streamOf(client);
  let silence: DatabaseSilent | undefined;
  let read = stream.bytesRead;
  const hasReceived = (): boolean => {
    const before = read;
    read = stream.bytesRead;
    return read > before;
  };
  const timer = setInterval(() => {
    if (hasReceived()) return;
    setTimeout(() => {
      if (isDone || hasReceived()) return;
      silence = new DatabaseSilent(`no data from the database for ${maxMs} ms`);
      stream.destroy();
    }, graceMs).unref();
  }, maxMs);
  timer.unref();
  let isDone = false;
  const done = () => {
    isDone = true;
    clearInterval(timer);
  };
  return result.then(
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
 * Ends the wait for a pool connection when none was released for too long: a busy pool makes progress, a
 * pool of dead connections does not.
 * @param lastRelease time of the last release, by `performance.now()`
 * @returns the connection; rejects with DatabaseSilent or DatabaseLost
 */
export function unlessStuck<Client extends { release(): void }>(
  connecting: Promise<Client>,
  lastRelease: () => number,
): Promise<Client> {
  const maxMs = timeoutMs();
  const begun = performance.now();
  const stuckFor = () => performance.now() - Math.max(begun, lastRelease());
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer = setTimeout(check, maxMs);
    function check(): void {
      const since = stuckFor();
      if (since < maxMs) timer = setTimeout(check, maxMs - since);
      else timer = setTimeout(abandon, graceMs);
    }
    function abandon(): void {
      if (isOver) return;
      if (stuckFor() < maxMs) {
        check();
        return;
      }
      isOver = true;
      reject(new DatabaseSilent(`no connection to the database was free for ${maxMs} ms`));
    }
    connecting.then(
      (client) => {
        clearTimeout(timer);
        // The caller no longer waits for it.
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
