import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { streamOf } from './client-stream.ts';

/** A channel to listen to, and the handlers of its notifications. */
export interface Listening {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** Called after a reconnect, before new notifications are delivered. */
  missed: () => Promise<void> | void;
  log: FastifyBaseLogger;
  waitMs?: number;
  /** Interval of the heartbeat query; half of it is its time-out. */
  beatMs?: number;
}

export interface Listener {
  ready: Promise<void>;
  /** When it stopped receiving, by the monotonic clock of the process; undefined while it receives. */
  readonly deafSince: number | undefined;
  /** Ends the connection and opens it a moment later. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Detects a dead connection with a query, because a dead connection looks like an idle one. */
async function beat(client: pg.Client, timeoutMs: number): Promise<void> {
  const late = setTimeout(() => streamOf(client).destroy(), timeoutMs);
  late.unref();
  await client.query('select').catch(() => {});
  clearTimeout(late);
}

/** Listens to a channel on a dedicated connection; reconnects until `stop`. */
export function listenTo({
  url,
  channel,
  onNotification,
  missed,
  log,
  waitMs = 1000,
  beatMs = 10_000,
}: Listening): Listener {
  let stopped = false;
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let deafSince: number | undefined;

  async function listen(first: boolean): Promise<void> {
    // The name tells these connections from others in pg_stat_activity, whatever statement they ran last.
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: `fynbos listen ${channel}`,
    });
    next.on('error', (error) => log.warn({ error: error.message }, 'lost the LISTEN connection'));
    const heart = setInterval(() => void beat(next, beatMs / 2), beatMs);
    heart.unref();
    next.on('end', () => {
      clearInterval(heart);
      if (client !== next) return;
      deafSince ??= performance.now();
      listenLater();
    });
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    client = next;
    await next.connect();
    await next.query(`listen ${channel}`);
    if (!first) await missed();
    deafSince = undefined;
  }

  // A failing connection may emit both an error and an end event; it triggers one retry only.
  function listenLater(): void {
    clearTimeout(retryTimer);
    if (!stopped) retryTimer = setTimeout(() => void reconnect(), waitMs);
  }

  async function reconnect(): Promise<void> {
    try {
      await listen(false);
    } catch (error) {
      log.warn({ error: String(error) }, 'cannot LISTEN yet; will retry');
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
      clearTimeout(retryTimer);
      await client?.end().catch(() => {});
    },
  };
}
