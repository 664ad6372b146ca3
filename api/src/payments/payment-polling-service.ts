import { endLapsed } from './attempts/attempt-abandon-service.ts';
import type { PaymentQueries } from './attempts/payment-query-service.ts';
import { remindShoppers } from './attempts/payment-reminder-service.ts';
import { matchNights } from './reconciliation/nightly-reconciliation-service.ts';
import { claimDue } from './records/attempt-store.ts';
import type { Breakers } from './records/circuit-breakers.ts';
import type { Payments } from './records/payment-context.ts';
import { sendRefunds } from './refunds/refund-send-service.ts';
import { type RefusedWebHooks, refusedSummaryMs } from './web-hooks/refused-web-hooks.ts';

const atOnce = 20;
const leaseMs = 60_000;
const everyMs = 1000;

/**
 * Processes everything that is due: undecided payments, expired orders and refunds. It finds payments whose
 * page was closed or whose web-hook was lost.
 * @returns the number of processed items
 */
export async function watchOnce(payments: Payments, queries: PaymentQueries): Promise<number> {
  const { db, now, mode } = payments;
  const at = now();
  const due = await claimDue(db, mode, { now: at, retryAt: new Date(at.getTime() + leaseMs), limit: atOnce });
  // A failure does not delay the others.
  const results = await Promise.allSettled(due.map((attempt) => queries.query(attempt, 'poll')));
  for (const [index, result] of results.entries())
    if (result.status === 'rejected')
      // `allSettled` returns one result for each attempt, in the same order.
      payments.log.warn({ err: result.reason, attempt: due[index]!.id }, 'failed to query a payment');
  return due.length + (await sendRefunds(payments)) + (await endLapsed(payments));
}

const remindEveryMs = 30_000;
const matchEveryMs = 10 * 60_000;

/** What the loops use beside the payments. */
interface Watched {
  queries: PaymentQueries;
  breakers: Breakers;
  refusedWebHooks: RefusedWebHooks;
}

/**
 * Runs the polling loops while the shop runs.
 * @returns stops them once the current runs have ended
 */
export function watchPayments(
  payments: Payments,
  { queries, breakers, refusedWebHooks }: Watched,
): () => Promise<void> {
  const pausedOrders = new Map<number, number>();
  // Each loop has its own timer, so that a slow job or a silent provider delays no other.
  const ends = [
    goRound(payments, async (isOver) => {
      // No pause while there is a backlog.
      while (!isOver() && (await watchOnce(payments, queries)) >= atOnce);
    }),
    goRound(
      payments,
      seldom(payments, remindEveryMs, (isOver) =>
        remindShoppers(payments, queries, { pausedOrders, isOver }),
      ),
    ),
    goRound(
      payments,
      seldom(payments, matchEveryMs, (isOver) => matchNights(payments, { breakers, isOver })),
    ),
    goRound(
      payments,
      seldom(payments, refusedSummaryMs, async () => refusedWebHooks.report()),
    ),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
    refusedWebHooks.report();
  };
}

/** One run of a loop; the argument tells whether the shop is shutting down. */
type Round = (isOver: () => boolean) => Promise<unknown>;

/** Limits a run to an interval of the shop's clock. */
function seldom({ now }: Payments, ms: number, round: Round): Round {
  let dueAt = 0;
  return async (isOver) => {
    const at = now().getTime();
    if (at < dueAt) return;
    dueAt = at + ms;
    await round(isOver);
  };
}

/**
 * Repeats a run every second.
 * @returns stops it once the current run has ended
 */
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
      log.warn({ err: error }, 'payment polling failed; retrying');
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
