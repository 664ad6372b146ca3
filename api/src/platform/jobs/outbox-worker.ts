import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/connection/notification-listener.ts';

/** A worker that sends the rows waiting in a table. */
export interface Outbox {
  ready: Promise<void>;
  /** Finishes the current row, then ends. */
  stop(): Promise<void>;
}

interface Sending {
  /** The database's address, for LISTEN. */
  url: string;
  channel: string;
  /**
   * Sends the next due row.
   * @returns whether there was one
   */
  next(): Promise<boolean>;
  log: FastifyBaseLogger;
  /** How often to look for rows to retry. */
  everyMs?: number;
}

/** Sends waiting rows: at start, on a notification, and every few seconds for retries. */
export function sendWaiting({ url, channel, next, log, everyMs = 10_000 }: Sending): Outbox {
  let stopped = false;
  let called = false;
  let walking: Promise<void> | undefined;

  function schedule(): void {
    called = true;
    walking ??= walk().finally(() => {
      walking = undefined;
      // A notification after the last query must not wait for the next round.
      if (called && !stopped) schedule();
    });
  }

  async function walk(): Promise<void> {
    called = false;
    try {
      while (!stopped && (await next()));
    } catch (error) {
      // The database is unavailable; the next round tries again.
      log.warn({ error: String(error) }, `cannot query ${channel} yet`);
    }
  }

  const listener = listenTo({ url, channel, onNotification: schedule, missed: schedule, log });
  const timer = setInterval(schedule, everyMs);
  timer.unref();
  return {
    ready: listener.ready.then(schedule),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listener.stop();
      await walking;
    },
  };
}
