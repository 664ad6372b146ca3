import { type Breakers, openBreakers, watched } from './breakers.ts';
import { type Matched, matchProvider } from './match-service.ts';
import type { Provider, Till } from './payments.ts';
import { ProviderUnreachable } from './providers/provider.ts';
import { wasPaidBefore } from './read-store.ts';
import { endLease, takeLease } from './review-store.ts';
import { dayBefore, type ShopDay } from './shop-day.ts';
import { hasEvent, insertEvent } from './store.ts';

/** By the shop's clock: whoever pays at midnight is booked by then. */
const hoursAfterMidnight = 2;
const hourMs = 3600 * 1000;
/** A shop that was away for some nights catches up. */
const mostNights = 7;

/** A day with one provider: how the books compare, or that it could not be asked. */
export type Night = Matched | { provider: Provider['code']; unreachable: string };

/** How a process compares: through the breakers everybody asks through, and until it ends. */
export interface Matching {
  breakers: Breakers;
  isOver: () => boolean;
}

/** Whoever compares by hand is told by what is returned. */
const alone = ({ now }: Till): Matching => ({
  breakers: openBreakers({ now, log: { warn() {} } }),
  isOver: () => false,
});

/** A provider's day that takes longer is compared by another process too, which finds the same. */
const leaseMs = hourMs;

/**
 * Compares the books of the last days with every provider's, each day once over all processes: what was compared is
 * written down, and while one process compares the others let it. Who does not answer is asked again in the next round.
 * It takes minutes, so the lease is a row and no lock: no connection waits for providers.
 */
export async function matchNights(payments: Till, matching: Matching = alone(payments)): Promise<void> {
  const { db, now } = payments;
  const holder = crypto.randomUUID();
  const lease = () => takeLease(db, 'match', holder, now(), new Date(now().getTime() + leaseMs));
  try {
    const at = new Date(now().getTime() - hoursAfterMidnight * hourMs);
    for (let nights = mostNights; nights >= 1; nights--) {
      if (matching.isOver() || !(await lease())) return;
      await matchNight(payments, dayBefore(at, nights), matching);
    }
  } finally {
    await endLease(db, 'match', holder);
  }
}

async function matchNight(payments: Till, day: ShopDay, matching: Matching): Promise<void> {
  const { db, log, now } = payments;
  if (!(await wasPaidBefore(db, payments.mode, day.to))) return;
  const dedupe_key = `match:${day.name}`;
  for (const provider of payments.providers.values()) {
    if (await hasEvent(db, provider.code, dedupe_key)) continue;
    const said = await matchOne(payments, provider, day, matching);
    if (matching.isOver() && 'unreachable' in said) return;
    if ('unreachable' in said) log.warn({ said, day: day.name }, 'a provider’s books could not be compared');
    else {
      const about = { provider: provider.code, dedupe_key, attempt_id: null, source: 'match' };
      await insertEvent(db, { ...about, payload: said, occurred_at: now() });
      if (said.differing + said.onlyThere + said.onlyHere > 0)
        log.warn({ said, day: day.name }, 'the provider’s books and ours do not agree: see payments reviews');
    }
  }
}

/** Compares a day with every provider, whether it was compared before or not. */
export async function matchDay(payments: Till, day: ShopDay): Promise<Night[]> {
  const nights: Night[] = [];
  for (const provider of payments.providers.values())
    nights.push(await matchOne(payments, provider, day, alone(payments)));
  return nights;
}

async function matchOne(
  payments: Till,
  provider: Provider,
  day: ShopDay,
  { breakers, isOver }: Matching,
): Promise<Night> {
  try {
    return await matchProvider(payments, watched(provider, breakers, isOver), day);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return { provider: provider.code, unreachable: error.message };
  }
}
