import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/connection/notification-listener.ts';

/** A worker that sends the rows waiting in a table. */
export interface Outbox {
  ready: Promise<void>;
  /** Finishes the current rows, then ends. */
  stop(): Promise<void>;
}

interface Sending {
  /** The database's address, for LISTEN. */
  url: string;
  channel: string;
  /**
   * Sends the next due row.
   * @param another begins to send another row at the same time, unless `atOnce` rows are being sent
   * @returns whether there was one
   */
  next(another: () => void): Promise<boolean>;
  log: FastifyBaseLogger;
  /** How often to look for rows to retry. */
  everyMs?: number;
  /** The number of rows that are sent at the same time; 1 if omitted. */
  atOnce?: number;
}

/** Sends waiting rows: at start, on a notification, and every few seconds for retries. */
export function startOutboxWorker({
  url,
  channel,
  next,
  log,
  everyMs = 10_000,
  atOnce = 1,
}: Sending): Outbox {
  let stopped = false;
  let called = false;
  const lanes = new Set<Promise<void>>();

  function schedule(): void {
    // A notification after the last query must not wait for the next round.
    called = lanes.size >= atOnce;
    if (called || stopped) return;
    const lane = sendRows().finally(() => {
      lanes.delete(lane);
      if (called) schedule();
    });
    lanes.add(lane);
  }

  async function sendRows(): Promise<void> {
    try {
      while (!stopped && (await next(schedule)));
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
      await Promise.all(lanes);
    },
  };
}
