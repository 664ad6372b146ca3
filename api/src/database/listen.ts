import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { streamOf } from './stream-of.ts';

/** What PostgreSQL announces on a channel, and what to do when announcements may have been missed. */
export interface Listening {
  url: string;
  channel: string;
  heard: (payload: string) => void;
  /** Called when a lost connection is there again, before anything new is heard. */
  missed: () => Promise<void> | void;
  log: FastifyBaseLogger;
  waitMs?: number;
  /** How often it is asked whether the line still carries anything; half of that is waited for an answer. */
  beatMs?: number;
}

export interface Listener {
  ready: Promise<void>;
  /** When it stopped hearing, by the process's own clock; undefined while it hears. */
  readonly deafSince: number | undefined;
  /** Ends the connection and opens it again a moment later. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A line that is dead without a word is found out by a question nobody answers: hearing nothing looks like nothing new. */
async function beat(client: pg.Client, patienceMs: number): Promise<void> {
  const late = setTimeout(() => streamOf(client).destroy(), patienceMs);
  late.unref();
  await client.query('select').catch(() => {});
  clearTimeout(late);
}

/** Listens to a channel on a connection of its own; a lost one is opened again until `stop`. */
export function listenTo({
  url,
  channel,
  heard,
  missed,
  log,
  waitMs = 1000,
  beatMs = 10_000,
}: Listening): Listener {
  let stopped = false;
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let deafSince: number | undefined;

  async function listen(first: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    next.on('error', (error) =>
      log.warn({ error: error.message }, 'lost the connection that listens for changes'),
    );
    const heart = setInterval(() => void beat(next, beatMs / 2), beatMs);
    heart.unref();
    next.on('end', () => {
      clearInterval(heart);
      if (client !== next) return;
      deafSince ??= performance.now();
      listenLater();
    });
    next.on('notification', ({ payload }) => heard(payload ?? ''));
    client = next;
    await next.connect();
    await next.query(`listen ${channel}`);
    if (!first) await missed();
    deafSince = undefined;
  }

  // A connection that fails may say so twice, by its error and by its end: one attempt follows, not two.
  function listenLater(): void {
    clearTimeout(again);
    if (!stopped) again = setTimeout(() => void listenAgain(), waitMs);
  }

  async function listenAgain(): Promise<void> {
    try {
      await listen(false);
    } catch (error) {
      log.warn({ error: String(error) }, 'cannot listen for changes yet');
      await client?.end().catch(() => {});
      listenLater();
    }
  }

  return {
    ready: listen(true),
    get deafSince() {
      return deafSince;
    },
    restart: async () => client?.end().catch(() => {}),
    stop: async () => {
      stopped = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
