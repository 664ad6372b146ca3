import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Asking } from './ask-service.ts';
import type { Payments } from './payments.ts';
import { ProviderUnreachable, type RawHook, type ReadHook } from './providers/provider.ts';
import { findTold, insertEvent } from './store.ts';

/**
 * Hears a provider's call: it is checked, written down once, and then the provider is asked. The call itself moves no
 * money. It is answered when all of it is in the books, so that what was answered is never heard again in vain.
 *
 * @throws Problem web_hook_refused for what no provider signed, payment_unavailable where it could not be checked
 */
export async function hearWebHook(
  payments: Payments,
  asking: Asking,
  code: ProviderCode,
  hook: RawHook,
): Promise<void> {
  const { db, now, log } = payments;
  const provider = payments.providers.get(code);
  if (!provider) throw new Problem('payment_not_found');
  const read = await provider.readWebHook(hook).catch(orUnavailable);
  if (!read.ok) {
    log.warn({ provider: code, reason: read.reason }, 'a web-hook was refused');
    throw new Problem('web_hook_refused');
  }
  const dedupe_key = `hook:${read.dedupeKey}`;
  const told = await findTold(db, code, read.session, dedupe_key);
  // A payment of another shop at the same provider is none of ours: there is nothing to say again.
  if (!told || told.isHeard) return;
  const { attempt } = told;
  const { isAnswered } = await asking.ask(attempt, 'web-hook', read.session);
  // It is not in the books: the provider says it again.
  if (!isAnswered) throw new Problem('payment_unavailable');
  await insertEvent(db, {
    ...{ provider: code, dedupe_key, attempt_id: attempt.id },
    ...{ source: 'web-hook', payload: { claims: read.claims }, occurred_at: now() },
  });
}

function orUnavailable(error: unknown): ReadHook {
  if (error instanceof ProviderUnreachable) throw new Problem('payment_unavailable');
  throw error;
}
