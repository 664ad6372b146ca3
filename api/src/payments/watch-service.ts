import type { Asking } from './ask-service.ts';
import type { Breakers } from './breakers.ts';
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

/** Goes round while the shop runs. @returns ends it, once the rounds under way are over */
export function watchPayments(payments: Payments, asking: Asking, breakers: Breakers): () => Promise<void> {
  const resting = new Map<number, number>();
  // Each by a clock of its own: what takes long, or asks who does not answer, keeps nothing else waiting.
  const ends = [
    goRound(payments, async (isOver) => {
      // As long as there is much to do, there is no pause.
      while (!isOver() && (await watchOnce(payments, asking)) >= atOnce);
    }),
    goRound(
      payments,
      seldom(payments, remindEveryMs, (isOver) => remindShoppers(payments, asking, { resting, isOver })),
    ),
    goRound(
      payments,
      seldom(payments, matchEveryMs, (isOver) => matchNights(payments, { breakers, isOver })),
    ),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** What is done in a round; it hears whether the shop ends. */
type Round = (isOver: () => boolean) => Promise<unknown>;

/** What need not be done in every round, by the shop's clock. */
function seldom({ now }: Payments, ms: number, round: Round): Round {
  let dueAt = 0;
  return async (isOver) => {
    const at = now().getTime();
    if (at < dueAt) return;
    dueAt = at + ms;
    await round(isOver);
  };
}

/** Does a round every second. @returns ends it, once the round under way is over */
function goRound({ log }: Payments, round: Round): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isOver = false;
  const next = () => {
    timer = setTimeout(() => (running = run()), everyMs);
    timer.unref();
  };
  async function run(): Promise<void> {
    try {
      await round(() => isOver);
    } catch (error) {
      log.warn({ err: error }, 'payments could not be looked after; it is tried again');
    }
    if (!isOver) next();
  }
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}
