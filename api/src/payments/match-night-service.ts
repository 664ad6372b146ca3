import { type Matched, matchProvider } from './match-service.ts';
import type { Provider, Till } from './payments.ts';
import { ProviderUnreachable } from './providers/provider.ts';
import { wasPaidBefore } from './read-store.ts';
import { lockMatch } from './review-store.ts';
import { dayBefore, type ShopDay } from './shop-day.ts';
import { hasEvent, insertEvent } from './store.ts';

/** By the shop's clock: whoever pays at midnight is booked by then. */
const hoursAfterMidnight = 2;
const hourMs = 3600 * 1000;
/** A shop that was away for some nights catches up. */
const mostNights = 7;

/** A day with one provider: how the books compare, or that it could not be asked. */
export type Night = Matched | { provider: Provider['code']; unreachable: string };

/**
 * Compares the books of the last days with every provider's, each day once over all processes: what was compared is
 * written down, and while one process compares the others let it. Who does not answer is asked again in the next round.
 */
export async function matchNights(payments: Till): Promise<void> {
  await payments.db.transaction().execute(async (lock) => {
    if (!(await lockMatch(lock))) return;
    const at = new Date(payments.now().getTime() - hoursAfterMidnight * hourMs);
    for (let nights = mostNights; nights >= 1; nights--) await matchNight(payments, dayBefore(at, nights));
  });
}

async function matchNight(payments: Till, day: ShopDay): Promise<void> {
  const { db, log, now } = payments;
  if (!(await wasPaidBefore(db, payments.mode, day.to))) return;
  const dedupe_key = `match:${day.name}`;
  for (const provider of payments.providers.values()) {
    if (await hasEvent(db, provider.code, dedupe_key)) continue;
    const said = await matchOne(payments, provider, day);
    if ('unreachable' in said) log.warn({ said, day: day.name }, 'a provider’s books could not be compared');
    else {
      const about = { provider: provider.code, dedupe_key, attempt_id: null, via: 'match' };
      await insertEvent(db, { ...about, said, at: now() });
      if (said.differing + said.onlyThere + said.onlyHere > 0)
        log.warn({ said, day: day.name }, 'the provider’s books and ours do not agree: see payments reviews');
    }
  }
}

/** Compares a day with every provider, whether it was compared before or not. */
export async function matchDay(payments: Till, day: ShopDay): Promise<Night[]> {
  const nights: Night[] = [];
  for (const provider of payments.providers.values()) nights.push(await matchOne(payments, provider, day));
  return nights;
}

async function matchOne(payments: Till, provider: Provider, day: ShopDay): Promise<Night> {
  try {
    return await matchProvider(payments, provider, day);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return { provider: provider.code, unreachable: error.message };
  }
}
