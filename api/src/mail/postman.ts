import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/listen.ts';
import type { Db } from '../db.ts';
import { sendNext } from './send.ts';
import { mailChannel } from './store.ts';
import type { Transport } from './transport.ts';

export interface Postman {
  ready: Promise<void>;
  /** Finishes the mail in hand, then ends. */
  stop(): Promise<void>;
}

interface Round {
  db: Db;
  url: string;
  transport: Transport;
  log: FastifyBaseLogger;
  /** How often it looks for mail whose next try has come. */
  everyMs?: number;
}

/** Sends what waits: when it starts, when new mail is announced, and every few seconds what is to be tried again. */
export function startPostman({ db, url, transport, log, everyMs = 10_000 }: Round): Postman {
  let stopped = false;
  let called = false;
  let walking: Promise<void> | undefined;

  function wake(): void {
    called = true;
    walking ??= walk().finally(() => {
      walking = undefined;
      // Called between the last look and this line: that mail must not wait for the next round.
      if (called && !stopped) wake();
    });
  }

  async function walk(): Promise<void> {
    called = false;
    try {
      while (!stopped && (await sendNext(db, transport, log)));
    } catch (error) {
      // The database is away; the next round asks again.
      log.warn({ error: String(error) }, 'cannot look for mail yet');
    }
  }

  const listener = listenTo({ url, channel: mailChannel, heard: wake, missed: wake, log });
  const timer = setInterval(wake, everyMs);
  timer.unref();
  return {
    ready: listener.ready.then(wake),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listener.stop();
      await walking;
      transport.close();
    },
  };
}
