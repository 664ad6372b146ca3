import { findDisputes } from '../disputes/dispute-query-service.ts';
import { type PaymentProvider, ProviderUnreachable } from '../providers/payment-provider.ts';
import { type Breakers, openBreakers, watched } from '../records/circuit-breakers.ts';
import { acquireLease, endLease } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { hasEvent, insertEvent } from '../records/payment-event-store.ts';
import { wasPaidBefore } from '../records/read-store.ts';
import { type Matched, reconcileProvider } from './reconciliation-service.ts';
import { dayBefore, type ShopDay } from './shop-day.ts';

/** In shop time: payments around midnight are booked by then. */
const hoursAfterMidnight = 2;
const hourMs = 3600 * 1000;
/** A shop that was down for some nights catches up. */
const maxNights = 7;

/** The reconciliation of a day with one provider, or the reason why it was unreachable. */
export type Night = Matched | { provider: PaymentProvider['code']; unreachable: string };

/** Reconciliation of a process: uses the shared circuit breakers, and stops when the process ends. */
export interface Matching {
  breakers: Breakers;
  isOver: () => boolean;
}

/** A manual reconciliation reports through its return value. */
const alone = ({ now }: PaymentContext): Matching => ({
  breakers: openBreakers({ now, log: { warn() {} } }),
  isOver: () => false,
});

/** A reconciliation that takes longer than its lease is repeated by another process, with the same result. */
const leaseMs = hourMs;

/**
 * Reconciles the last days with every provider, each day once across all processes. Results are recorded;
 * one process at a time reconciles. An unreachable provider is retried in the next round. Reconciliation
 * takes minutes, so the lease is a row instead of a lock: no database connection waits for providers.
 */
export async function matchNights(
  payments: PaymentContext,
  matching: Matching = alone(payments),
): Promise<void> {
  const { db, now } = payments;
  const holder = crypto.randomUUID();
  const lease = () =>
    acquireLease(db, 'match', { holder, now: now(), expiresAt: new Date(now().getTime() + leaseMs) });
  try {
    const at = new Date(now().getTime() - hoursAfterMidnight * hourMs);
    for (let nights = maxNights; nights >= 1; nights--) {
      if (matching.isOver() || !(await lease())) return;
      await matchNight(payments, dayBefore(at, nights), matching);
    }
  } finally {
    await endLease(db, 'match', holder);
  }
}

async function matchNight(payments: PaymentContext, day: ShopDay, matching: Matching): Promise<void> {
  const { db, log, now } = payments;
  if (!(await wasPaidBefore(db, payments.mode, day.to))) return;
  const dedupe_key = `match:${day.name}`;
  for (const provider of payments.providers.values()) {
    if (await hasEvent(db, provider.code, dedupe_key)) continue;
    const result = await matchOne(payments, provider, day, matching);
    if (matching.isOver() && 'unreachable' in result) return;
    if ('unreachable' in result)
      log.warn({ result, day: day.name }, 'reconciliation with a payment provider failed');
    else {
      const about = { provider: provider.code, dedupe_key, attempt_id: null, source: 'match' };
      await insertEvent(db, { ...about, payload: result, occurred_at: now() });
      if (result.differing + result.onlyThere + result.onlyHere > 0)
        log.warn(
          { result, day: day.name },
          'the provider’s ledger differs from the shop’s: see payments cases',
        );
    }
  }
}

/** Reconciles a day with every provider, whether it was reconciled before or not. */
export async function matchDay(payments: PaymentContext, day: ShopDay): Promise<Night[]> {
  const nights: Night[] = [];
  for (const provider of payments.providers.values())
    nights.push(await matchOne(payments, provider, day, alone(payments)));
  return nights;
}

async function matchOne(
  payments: PaymentContext,
  provider: PaymentProvider,
  day: ShopDay,
  { breakers, isOver }: Matching,
): Promise<Night> {
  try {
    const watchedProvider = watched(provider, breakers, isOver);
    const matched = await reconcileProvider(payments, watchedProvider, day);
    await findDisputes(payments, watchedProvider, day);
    return matched;
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return { provider: provider.code, unreachable: error.message };
  }
}
