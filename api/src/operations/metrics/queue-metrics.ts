import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../db.ts';
import { readPaymentBacklog } from '../../payments/payment-backlog-service.ts';
import type { PaymentContext } from '../../payments/records/payment-context.ts';
import { mailStatus } from '../../platform/mail/mail-service.ts';
import { pushQueueStatus } from '../../push/push-service.ts';
import { pendingReviewStats } from '../../reviews/review-moderation-service.ts';

/** Number of waiting entries of a queue, and the age of the oldest in seconds. */
interface QueueStatus {
  waiting: number;
  oldest: number;
}

/**
 * Measures the queues in the database, which are the same for every process. Without a database the values
 * are NaN.
 */
export function measureQueues(
  registry: Registry,
  db: Db,
  { now, mode }: { now: () => Date; mode: PaymentContext['mode'] },
): void {
  const registers = [registry];
  const read = onceAtATime(() => inTime(readStatuses(db, mode, now()), allUnknown));
  new Gauge({
    name: 'queue_waiting',
    help: 'Waiting entries: mail and push to be sent, payments to be polled, refunds to be sent, reviews to be moderated, payment cases and disputes to be settled',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, { waiting }] of Object.entries(await read())) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: 'queue_oldest_seconds',
    help: 'Age of the oldest entry of a queue; for payments how long they are overdue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, { oldest }] of Object.entries(await read())) this.set({ queue }, oldest);
    },
  });
  new Gauge({
    name: 'mails_given_up',
    help: 'Mails that failed permanently in the last month',
    registers,
    async collect() {
      this.set((await read()).mail.failed);
    },
  });
}

/** All gauges of one scrape share one reading. */
function onceAtATime<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

/** A scrape must not wait long, especially during a failure. */
const timeoutMs = 2000;

/** Waits for a reading, for a short time only. */
export async function inTime<Result>(reading: Promise<Result>, unknownResult: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((done) => {
    timer = setTimeout(() => done(unknownResult), timeoutMs);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

type QueueStatuses = Record<string, QueueStatus> & { mail: QueueStatus & { failed: number } };

const unknown = { waiting: Number.NaN, oldest: Number.NaN, failed: Number.NaN };

const unknownPayments = {
  ...{ payments: unknown, refunds: unknown },
  ...{ payment_reviews: unknown, payment_disputes: unknown },
};
const allUnknown: QueueStatuses = { mail: unknown, push: unknown, reviews: unknown, ...unknownPayments };

async function readStatuses(db: Db, mode: PaymentContext['mode'], now: Date): Promise<QueueStatuses> {
  const orUnknown = () => unknown;
  const [mail, push, reviews, payments] = await Promise.all([
    mailStatus(db).catch(orUnknown),
    pushQueueStatus(db).catch(orUnknown),
    pendingReviewStats(db).catch(orUnknown),
    readPaymentBacklog(db, mode, now).catch(() => unknownPayments),
  ]);
  return { mail, push, reviews, ...payments };
}
