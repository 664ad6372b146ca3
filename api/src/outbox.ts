import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from './database/listen.ts';

/** Somebody who sends what waits in a table. */
export interface Outbox {
  ready: Promise<void>;
  /** Finishes what is in hand, then ends. */
  stop(): Promise<void>;
}

interface Sending {
  /** The database's address, for hearing that something was put down. */
  url: string;
  channel: string;
  /** Sends what is due first. @returns whether there was anything */
  next(): Promise<boolean>;
  log: FastifyBaseLogger;
  /** How often it looks for what is to be tried again. */
  everyMs?: number;
}

/** Sends what waits: when it starts, when something is announced, and every few seconds what is to be tried again. */
export function sendWaiting({ url, channel, next, log, everyMs = 10_000 }: Sending): Outbox {
  let stopped = false;
  let called = false;
  let walking: Promise<void> | undefined;

  function wake(): void {
    called = true;
    walking ??= walk().finally(() => {
      walking = undefined;
      // Called between the last look and this line: that must not wait for the next round.
      if (called && !stopped) wake();
    });
  }

  async function walk(): Promise<void> {
    called = false;
    try {
      while (!stopped && (await next()));
    } catch (error) {
      // The database is away; the next round asks again.
      log.warn({ error: String(error) }, `cannot look for ${channel} yet`);
    }
  }

  const listener = listenTo({ url, channel, heard: wake, missed: wake, log });
  const timer = setInterval(wake, everyMs);
  timer.unref();
  return {
    ready: listener.ready.then(wake),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listener.stop();
      await walking;
    },
  };
}
