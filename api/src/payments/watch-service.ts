import type { Asking } from './ask-service.ts';
import { endLapsed } from './give-up-service.ts';
import { matchNights } from './match-night-service.ts';
import type { Payments } from './payments.ts';
import { sendRefunds } from './refund-send-service.ts';
import { remindShoppers } from './remind-service.ts';
import { claimDue } from './store.ts';

const atOnce = 20;
const leaseMs = 60_000;
const everyMs = 1000;

/**
 * One round over everything that is due: payments nobody heard of, orders whose time is over, refunds. What shoppers
 * close and web-hooks lose is found here.
 *
 * @returns how much there was to do
 */
export async function watchOnce(payments: Payments, asking: Asking): Promise<number> {
  const { db, now, mode } = payments;
  const at = now();
  const due = await claimDue(db, mode, { now: at, again: new Date(at.getTime() + leaseMs), limit: atOnce });
  // One that cannot be looked after keeps nobody else waiting.
  const looked = await Promise.allSettled(due.map((attempt) => asking.ask(attempt, 'poll')));
  for (const [index, one] of looked.entries())
    if (one.status === 'rejected')
      payments.log.warn({ err: one.reason, attempt: due[index]!.id }, 'a payment could not be looked after');
  return due.length + (await sendRefunds(payments)) + (await endLapsed(payments));
}

const remindEveryMs = 30_000;
const matchEveryMs = 10 * 60_000;

/** What need not be done every second. @returns does what is due of it */
function slowRounds(payments: Payments, asking: Asking): () => Promise<void> {
  const rounds = [
    { everyMs: remindEveryMs, dueAt: 0, run: () => remindShoppers(payments, asking) },
    { everyMs: matchEveryMs, dueAt: 0, run: () => matchNights(payments) },
  ];
  return async () => {
    for (const round of rounds) {
      const at = payments.now().getTime();
      if (at < round.dueAt) continue;
      round.dueAt = at + round.everyMs;
      await round.run();
    }
  };
}

/** Goes round every second while the shop runs. @returns ends it, once the round under way is over */
export function watchPayments(payments: Payments, asking: Asking): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOver = false;
  const slow = slowRounds(payments, asking);
  const next = () => {
    timer = setTimeout(() => (round = run()), everyMs);
    timer.unref();
  };
  async function run(): Promise<void> {
    try {
      // As long as there is much to do, there is no pause.
      while (!isOver && (await watchOnce(payments, asking)) >= atOnce);
      if (!isOver) await slow();
    } catch (error) {
      payments.log.warn({ err: error }, 'payments could not be looked after; it is tried again');
    }
    if (!isOver) next();
  }
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  };
}
