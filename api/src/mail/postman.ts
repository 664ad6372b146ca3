import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db.ts';
import { type Outbox, sendWaiting } from '../outbox.ts';
import { sendNext } from './send.ts';
import { mailChannel } from './store.ts';
import type { Transport } from './transport.ts';

export type Postman = Outbox;

interface Round {
  db: Db;
  url: string;
  transport: Transport;
  log: FastifyBaseLogger;
  /** How often it looks for mail whose next try has come. */
  everyMs?: number;
}

/** Sends the mail that waits, and lets go of the mail server in the end. */
export function startPostman({ db, transport, log, ...round }: Round): Postman {
  const next = () => sendNext(db, transport, log);
  const { ready, stop } = sendWaiting({ ...round, channel: mailChannel, next, log });
  return {
    ready,
    async stop() {
      await stop();
      transport.close();
    },
  };
}
