import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { PaymentQueries } from '../attempts/payment-query-service.ts';
import { ProviderUnreachable, type RawHook, type ReadHook } from '../providers/payment-provider.ts';
import { findAttemptForHook } from '../records/attempt-store.ts';
import type { Payments } from '../records/payment-context.ts';
import { insertEvent } from '../records/payment-event-store.ts';

/**
 * Receives a web-hook: verifies it, queries the provider and records the event once. The web-hook itself
 * moves no money. The response is sent after the result is in the ledger, so that an acknowledged web-hook
 * is never lost.
 * @throws Problem web_hook_refused for an invalid signature, payment_unavailable when it could not be
 * verified
 */
export async function receiveWebHook(
  payments: Payments,
  queries: PaymentQueries,
  code: ProviderCode,
  hook: RawHook,
): Promise<void> {
  const { db, now, log } = payments;
  const provider = payments.providers.get(code);
  if (!provider) throw new Problem('payment_not_found');
  const read = await provider.readWebHook(hook).catch(orUnavailable);
  if (!read.ok) {
    log.warn({ provider: code, reason: read.reason }, 'rejected a web-hook');
    throw new Problem('web_hook_refused');
  }
  const dedupe_key = `hook:${read.dedupeKey}`;
  const known = await findAttemptForHook(db, code, read.session, dedupe_key);
  // Acknowledges a payment of another shop at the same provider: it need not be sent again.
  if (!known || known.isDuplicate) return;
  const { attempt } = known;
  const { hasResponse } = await queries.query(attempt, 'web-hook', read.session);
  // The result is not in the ledger: the provider must send it again.
  if (!hasResponse) throw new Problem('payment_unavailable');
  await insertEvent(db, {
    ...{ provider: code, dedupe_key, attempt_id: attempt.id },
    ...{ source: 'web-hook', payload: { claims: read.claims }, occurred_at: now() },
  });
}

function orUnavailable(error: unknown): ReadHook {
  if (error instanceof ProviderUnreachable) throw new Problem('payment_unavailable');
  throw error;
}
