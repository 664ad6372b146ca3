import type { FastifyBaseLogger } from 'fastify';
import { connectDb } from '../../db.ts';
import { type Outbox, startOutboxWorker } from '../jobs/outbox-worker.ts';
import { sendNext } from './mail-sender.ts';
import { mailChannel } from './mail-store.ts';
import { maxMailConnections, type Transport } from './mail-transport.ts';

export type MailWorker = Outbox;

interface Round {
  /** The database's address. */
  url: string;
  /** Multiplies the time limits of the database. */
  timeoutScale?: number;
  transport: Transport;
  log: FastifyBaseLogger;
  /** Interval of checks for mail that is due for a retry. */
  everyMs?: number;
}

/**
 * Starts sending queued mail; `stop` also closes the connections to the mail server. A mail is locked while
 * it is sent, on connections to the database that shoppers do not wait for.
 */
export function startMailWorker({ transport, log, timeoutScale, ...round }: Round): MailWorker {
  // With time limits: a query without a response would keep its mail locked.
  const db = connectDb(round.url, maxMailConnections, 'hurried', timeoutScale);
  const next = (another: () => void) => sendNext(db, transport, log, another);
  const { ready, stop } = startOutboxWorker({
    ...{ ...round, channel: mailChannel, next, log },
    atOnce: maxMailConnections,
  });
  return {
    ready,
    async stop() {
      await stop();
      transport.close();
      await db.destroy();
    },
  };
}
