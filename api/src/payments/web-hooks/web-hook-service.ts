import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { PaymentQueries } from '../attempts/payment-query-service.ts';
import { refreshDispute } from '../disputes/dispute-query-service.ts';
import {
  type DisputeName,
  type PaymentProvider,
  ProviderUnreachable,
  type RawHook,
  type ReadHook,
} from '../providers/payment-provider.ts';
import { type AttemptRow, findAttemptForHook, getAttempt } from '../records/attempt-store.ts';
import type { Breakers } from '../records/circuit-breakers.ts';
import { findDisputed } from '../records/dispute-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { Payments } from '../records/payment-context.ts';
import { hasEvent, insertEvent } from '../records/payment-event-store.ts';
import type { RefusedWebHooks } from './refused-web-hooks.ts';

/** What web-hooks need beside the payments. */
export interface WebHookDeps extends Payments {
  queries: PaymentQueries;
  breakers: Breakers;
  refusedWebHooks: RefusedWebHooks;
}

/** A web-hook request, and the name of the rate limit of its sender's refused web-hooks. */
export type ReceivedHook = RawHook & { refusedKey: string };

/** A provider sends genuine web-hooks; only a few are refused, while keys are being changed. */
const refusedRate = { burst: 100, perHour: 600 };

/**
 * Receives a web-hook: compares it with known payments, verifies it, queries the provider and records the
 * event once. The web-hook itself moves no money. The response is sent after the result is in the ledger,
 * so that an acknowledged web-hook is never lost.
 *
 * An adapter that can verify a signature by itself does it first (`readWebHook`), so a forged call gets 401.
 * PayPal verifies its own (`prove`): it is asked about known payments only. A web-hook about no payment of
 * this shop gets 200 without a request to the provider (T33). Every provider repeats a web-hook until it gets
 * 200: PayPal 25 times in three days, Peach Payments for thirty days. Another shop's events at the same account
 * would all be repeated after a 401.
 * @throws Problem web_hook_refused for an invalid signature, too_many_attempts after many of them,
 * payment_unavailable when it could not be verified
 */
export async function receiveWebHook(
  payments: WebHookDeps,
  code: ProviderCode,
  hook: ReceivedHook,
): Promise<void> {
  const provider = payments.providers.get(code);
  if (!provider) throw new Problem('payment_not_found');
  const read = await provider.readWebHook(hook).catch(orUnavailable);
  if (!read.ok) return refuse(payments, code, read.reason, hook);
  const dedupeKey = `hook:${read.dedupeKey}`;
  const known = await findKnown(payments, code, read, dedupeKey);
  if (!known || known.isDuplicate) return;
  const { attempt } = known;
  await requireProof(payments, code, read, hook);
  if (attempt.mode !== payments.mode) await openWrongMode(payments, attempt, read.claims);
  else if (!(await apply(payments, provider, attempt, read)))
    // The result is not in the ledger: the provider must send it again.
    throw new Problem('payment_unavailable');
  await insertEvent(payments.db, {
    ...{ provider: code, dedupe_key: dedupeKey, attempt_id: attempt.id },
    ...{ source: 'web-hook', payload: { claims: read.claims }, occurred_at: payments.now() },
  });
}

type AuthenticHook = Extract<ReadHook, { ok: true }>;

/** Finds the payment of a web-hook, and whether the web-hook is a duplicate. */
async function findKnown(
  { db }: Payments,
  code: ProviderCode,
  { session, dispute }: AuthenticHook,
  dedupeKey: string,
): Promise<{ attempt: AttemptRow; isDuplicate: boolean } | undefined> {
  if (!dispute) return findAttemptForHook(db, code, session, dedupeKey);
  const disputed = await findDisputed(db, code, dispute);
  if (!disputed) return undefined;
  const attempt = await getAttempt(db, disputed.attempt_id);
  return { attempt, isDuplicate: await hasEvent(db, code, dedupeKey) };
}

/** @returns whether the provider's response is in the ledger */
async function apply(
  payments: WebHookDeps,
  provider: PaymentProvider,
  attempt: AttemptRow,
  { dispute, session }: AuthenticHook & { dispute?: DisputeName },
): Promise<boolean> {
  if (dispute) return refreshDispute(payments, payments.breakers, provider, dispute);
  return (await payments.queries.query(attempt, 'web-hook', session)).hasResponse;
}

/**
 * Asks the provider about the signature if only the provider can verify it. Each request counts as a refused
 * web-hook until it turns out to be genuine, so a sender of forgeries causes a limited number of requests.
 */
async function requireProof(
  payments: WebHookDeps,
  code: ProviderCode,
  { prove }: AuthenticHook,
  hook: ReceivedHook,
): Promise<void> {
  if (!prove) return;
  const { limits } = payments;
  await limits.take(hook.refusedKey, refusedRate);
  let isGenuine: boolean | undefined;
  try {
    isGenuine = await prove().catch(orUnavailable);
  } finally {
    if (isGenuine !== false) await limits.giveBack(hook.refusedKey, refusedRate);
  }
  if (isGenuine) return;
  payments.refusedWebHooks.add(code, 'bad_signature');
  throw new Problem('web_hook_refused');
}

async function refuse(
  { limits, refusedWebHooks }: WebHookDeps,
  code: ProviderCode,
  reason: string,
  { refusedKey }: ReceivedHook,
): Promise<never> {
  refusedWebHooks.add(code, reason);
  await limits.take(refusedKey, refusedRate);
  throw new Problem('web_hook_refused');
}

/** A payment of the other mode is not queried, because this shop has other keys (T27). */
const openWrongMode = ({ db, mode, now }: Payments, attempt: AttemptRow, claims: string): Promise<void> =>
  insertCase(db, {
    ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason: 'wrong_mode', opened_at: now() },
    details: { mode: attempt.mode, shop: mode, claims },
  });

function orUnavailable(error: unknown): never {
  if (error instanceof ProviderUnreachable) throw new Problem('payment_unavailable');
  throw error;
}
