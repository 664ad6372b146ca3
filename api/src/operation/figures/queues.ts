import { Gauge, type Registry } from 'prom-client';
import { reviewStanding } from '../../content/moderation-service.ts';
import type { Db } from '../../db.ts';
import { mailStanding } from '../../mail/service.ts';
import { paymentStanding } from '../../payments/standing-service.ts';
import { pushStanding } from '../../push/service.ts';

/** How much waits in a queue, and for how many seconds the oldest of it does. */
interface Standing {
  waiting: number;
  oldest: number;
}

/** What waits in the database, the same whichever process is asked. Without a database the figures are not numbers. */
export function measureQueues(registry: Registry, db: Db, now: () => Date): void {
  const registers = [registry];
  const read = onceAtATime(() => inTime(standings(db, now())));
  new Gauge({
    name: 'queue_waiting',
    help: 'How much waits: mail and push to be sent, payments to be asked for, refunds to be sent, reviews for people',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, { waiting }] of Object.entries(await read())) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: 'queue_oldest_seconds',
    help: 'How long the oldest of a queue waits; payments by how long they are overdue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, { oldest }] of Object.entries(await read())) this.set({ queue }, oldest);
    },
  });
  new Gauge({
    name: 'mails_given_up',
    help: 'Mails that were given up in the last month',
    registers,
    async collect() {
      this.set((await read()).mail.failed);
    },
  });
}

/** All gauges of one scrape are filled from one reading. */
function onceAtATime<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

/** Whoever asks for figures does not wait long, least of all while something is wrong. */
const patienceMs = 2000;

async function inTime(standing: Promise<Standings>): Promise<Standings> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Standings>((done) => {
    timer = setTimeout(() => done(allUnknown), patienceMs);
  });
  return Promise.race([standing, late]).finally(() => clearTimeout(timer));
}

type Standings = Record<string, Standing> & { mail: Standing & { failed: number } };

const unknown = { waiting: Number.NaN, oldest: Number.NaN, failed: Number.NaN };

const unknownPayments = { payments: unknown, refunds: unknown, payment_reviews: unknown };
const allUnknown: Standings = { mail: unknown, push: unknown, reviews: unknown, ...unknownPayments };

async function standings(db: Db, now: Date): Promise<Standings> {
  const orUnknown = () => unknown;
  const [mail, push, reviews, payments] = await Promise.all([
    mailStanding(db).catch(orUnknown),
    pushStanding(db).catch(orUnknown),
    reviewStanding(db).catch(orUnknown),
    paymentStanding(db, now).catch(() => unknownPayments),
  ]);
  return { mail, push, reviews, ...payments };
}
