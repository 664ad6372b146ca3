import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * How long a shop waits for a database that does not answer. One that is gone says so at once; one behind a line that died
 * says nothing, ever. A shopper is told within three seconds; work that nobody waits for may take longer, and still ends.
 */
const requestPatienceMs = 2500;
const workPatienceMs = 30_000;

/** For each connection: how long it may take to open, and that a dead line is found out while nothing is asked. */
export const hurriedLine = {
  connectionTimeoutMillis: requestPatienceMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/**
 * For each connection, on the server's side: what a shop that vanished holds is free again. Nothing of ours thinks between two
 * statements of a transaction.
 */
export const hurriedSettings = { idle_in_transaction_session_timeout: 10_000 } as const;

/** The database did not answer in time. What was asked of it may still happen. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

const waited = new AsyncLocalStorage<true>();

/** Runs what somebody waits for. */
export const waitedFor = <Result>(work: () => Result): Result => waited.run(true, work);

const patience = (): number => (waited.getStore() ? requestPatienceMs : workPatienceMs);

const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Whether anything can be asked over this line still. */
export const isAlive = (client: pg.Client): boolean => !streamOf(client).destroyed;

/**
 * Breaks off the line of a statement that nothing is heard of any more. An answer that is long on its way is heard.
 *
 * @returns the answer; rejects with DatabaseSilent
 */
export function unlessSilent<Answer>(answer: Promise<Answer>, client: pg.Client): Promise<Answer> {
  const most = patience();
  const stream = streamOf(client);
  let silence: DatabaseSilent | undefined;
  let read = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead > read) {
      read = stream.bytesRead;
      return;
    }
    silence = new DatabaseSilent(`nothing was heard of the database for ${most} ms`);
    stream.destroy();
  }, most);
  timer.unref();
  return answer.then(
    (rows) => {
      clearInterval(timer);
      return rows;
    },
    (cause) => {
      clearInterval(timer);
      throw silence ?? cause;
    },
  );
}

/**
 * Gives up waiting for a connection when for so long none has come back from work: a busy pool moves on, one whose lines all
 * died does not.
 *
 * @param lastRelease when one came back last, by `performance.now()`
 * @returns the connection; rejects with DatabaseSilent
 */
export function unlessStuck<Client extends { release(): void }>(
  connecting: Promise<Client>,
  lastRelease: () => number,
): Promise<Client> {
  const most = patience();
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    const look = () => {
      const since = performance.now() - Math.max(begun, lastRelease());
      if (since < most) {
        timer = setTimeout(look, most - since);
        return;
      }
      isGivenUp = true;
      reject(new DatabaseSilent(`no connection to the database was free for ${most} ms`));
    };
    let timer = setTimeout(look, most);
    connecting.then(
      (client) => {
        clearTimeout(timer);
        // Nobody waits for it any more.
        if (isGivenUp) client.release();
        else resolve(client);
      },
      (cause) => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });
}
