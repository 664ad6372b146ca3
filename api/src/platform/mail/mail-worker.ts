import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db.ts';
import { type Outbox, sendWaiting } from '../jobs/outbox-worker.ts';
import { sendNext } from './mail-sender.ts';
import { mailChannel } from './mail-store.ts';
import type { Transport } from './mail-transport.ts';

export type MailWorker = Outbox;

interface Round {
  db: Db;
  url: string;
  transport: Transport;
  log: FastifyBaseLogger;
  /** Interval of checks for mail that is due for a retry. */
  everyMs?: number;
}

/** Starts sending queued mail; `stop` also closes the connection to the mail server. */
export function startMailWorker({ db, transport, log, ...round }: Round): MailWorker {
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
