import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { awaitsPayment, getPayableOrder } from '../../orders/placement/payable-order-service.ts';
import {
  type Evidence,
  type ProviderSession,
  type ProviderTraits,
  ProviderUnreachable,
} from '../providers/payment-provider.ts';
import { type AttemptRow, getAttempt, updateAttempt } from '../records/attempt-store.ts';
import type { Breakers } from '../records/circuit-breakers.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { isTryOf, referenceOf } from '../records/payment-reference.ts';
import { isSettled, settle, type Via } from './payment-settlement-service.ts';

/** The id and reference of a payment in a web-hook. */
export type Named = Partial<ProviderSession>;

/**
 * Queries providers for the status of payments: one query per payment at a time, within the provider's rate
 * limit.
 */
export interface PaymentQueries {
  /**
   * Queries the provider and settles the result. Concurrent callers share one query; a web-hook that
   * arrives meanwhile triggers another query afterwards.
   * @param named id and reference from a web-hook, needed when the provider's response to the creation was
   * lost
   * @param options.captures false: a payment that the shopper approved is not captured and counts as unpaid
   * @returns the attempt after the query; unchanged when the provider could not be queried
   */
  query(attempt: AttemptRow, source: Via, named?: Named, options?: QueryOptions): Promise<QueriedAttempt>;
}

interface QueryOptions {
  captures: boolean;
}

/** An attempt, and whether the provider returned its status. */
type QueriedAttempt = AttemptRow & { hasResponse: boolean };

export function openPaymentQueries(payments: PaymentContext, breakers: Breakers): PaymentQueries {
  const running = new Map<string, Promise<QueriedAttempt>>();
  const waiting = new Map<string, Promise<QueriedAttempt>>();
  const queryTimes = new Map<string, number[]>();

  /** Whether the rate limit allows a query now. The return page, web-hooks and polling share the limit. */
  function mayQuery(
    attempt: AttemptRow,
    { id, reference }: ProviderSession,
    traits: ProviderTraits,
  ): boolean {
    const now = payments.now().getTime();
    const isSearch = id === undefined || (attempt.expires_at !== null && attempt.expires_at.getTime() <= now);
    const perMinute = (isSearch && traits.searchesPerMinute) || traits.queriesPerMinute;
    const recent = (queryTimes.get(reference) ?? []).filter((at) => at > now - 60_000);
    if (recent.length >= perMinute) return false;
    queryTimes.set(reference, [...recent, now]);
    if (queryTimes.size > maxRemembered) {
      const [oldest = reference] = queryTimes.keys();
      queryTimes.delete(oldest);
    }
    return true;
  }

  async function queryNow(
    attempt: AttemptRow,
    session: ProviderSession,
    source: Via,
    options: QueryOptions,
  ): Promise<QueriedAttempt> {
    const provider = payments.providers.get(attempt.provider);
    // Another mode has other keys, at which this payment does not exist (T27).
    if (attempt.attempt_no === 0 || attempt.mode !== payments.mode) return { ...attempt, hasResponse: false };
    if (!provider) return scheduleQuery(payments, attempt, true);
    if (session.id === undefined && !provider.traits.findsByReference)
      return { ...attempt, hasResponse: false };
    const isThere = breakers.isThere(provider.code);
    if (!isThere || !mayQuery(attempt, session, provider.traits)) return scheduleQuery(payments, attempt);
    const evidence = await breakers
      .run(provider.code, () => queryProvider(payments, attempt, session, options))
      .catch(onlyUnreachable);
    if (!evidence) return scheduleQuery(payments, attempt);
    // For an abandoned earlier attempt only captured money matters.
    const isDead = session.reference !== referenceOf(attempt);
    if (isDead && evidence.paid.length === 0) return { ...attempt, hasResponse: true };
    if (await isSettled(payments, attempt, evidence)) return { ...attempt, hasResponse: true };
    return { ...(await settle(payments, attempt, evidence, source)), hasResponse: true };
  }

  function start(
    attempt: AttemptRow,
    session: ProviderSession,
    source: Via,
    options: QueryOptions,
  ): Promise<QueriedAttempt> {
    const queried = queryNow(attempt, session, source, options).finally(() =>
      running.delete(session.reference),
    );
    running.set(session.reference, queried);
    return queried;
  }

  /** Starts one query for all callers that wait for it. */
  function queryAfter(
    before: Promise<QueriedAttempt>,
    reference: string,
    repeatQuery: () => Promise<QueriedAttempt>,
  ): Promise<QueriedAttempt> {
    const known = waiting.get(reference);
    if (known) return known;
    const next = before
      .catch(() => {})
      .then(() => {
        waiting.delete(reference);
        return repeatQuery();
      });
    waiting.set(reference, next);
    return next;
  }

  async function query(
    attempt: AttemptRow,
    source: Via,
    named: Named = {},
    options: QueryOptions = { captures: true },
  ): Promise<QueriedAttempt> {
    const session = sessionOf(attempt, named);
    const now = running.get(session.reference);
    if (!now) return start(attempt, session, source, options);
    if (source !== 'web-hook') return now;
    return queryAfter(now, session.reference, async () =>
      query(await getAttempt(payments.db, attempt.id), source, named),
    );
  }

  return { query };
}

/** The payment of an attempt at its provider, or that of an earlier attempt if `named` refers to it. */
export function sessionOf(attempt: AttemptRow, { id, reference }: Named = {}): ProviderSession {
  const current = referenceOf(attempt);
  if (reference !== undefined && reference !== current && isTryOf(attempt, reference))
    return { id, reference };
  return { id: attempt.provider_id ?? id, reference: current };
}

const maxRemembered = 10_000;
const soonMs = 10_000;
/** Interval for payments that need an operator, or whose provider keys are missing. */
const seldomMs = 10 * 60_000;

/**
 * Queries the provider. If the shopper approved and the order still waits for its payment, captures the
 * money, unless `captures` is false.
 * @throws ProviderUnreachable
 */
export async function queryProvider(
  payments: PaymentContext,
  attempt: AttemptRow,
  session: ProviderSession,
  { captures }: QueryOptions = { captures: true },
): Promise<Evidence> {
  // Callers checked that the provider is configured.
  const provider = payments.providers.get(attempt.provider)!;
  const evidence = await provider.query(session);
  if (evidence.outcome !== 'approved' || !provider.capture || !captures) return evidence;
  const order = await getPayableOrder(payments.db, attempt.order_id);
  return awaitsPayment(order) ? provider.capture(session, session.reference) : evidence;
}

function onlyUnreachable(error: unknown): undefined {
  if (!(error instanceof ProviderUnreachable)) throw error;
}

const longMs = 60 * 60 * 1000;

/**
 * Schedules another query because the provider could not be queried. After an hour past the expiry without
 * a response, opens a payment case: the stock is held while the status is unknown.
 * @param isRemoved the provider is no longer configured: closed attempts are not queried further
 */
async function scheduleQuery(
  { db, now }: PaymentContext,
  attempt: AttemptRow,
  isRemoved = false,
): Promise<QueriedAttempt> {
  const { open, status } = attemptStates[attempt.state];
  const at = now();
  if (isRemoved && !open) {
    if (attempt.next_poll_at !== null) await updateAttempt(db, attempt.id, { next_poll_at: null }, at);
    return { ...attempt, hasResponse: false };
  }
  const isLong = open && attempt.expires_at !== null && at.getTime() > attempt.expires_at.getTime() + longMs;
  const isSeldom = isLong || isRemoved;
  const next = new Date(at.getTime() + (isSeldom ? seldomMs : soonMs));
  if (status !== 'paid' && (isSeldom || attempt.next_poll_at === null || attempt.next_poll_at > next))
    await updateAttempt(db, attempt.id, { next_poll_at: next }, at);
  if (isLong)
    await insertCase(db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason: 'unanswered', opened_at: at },
      details: { provider: attempt.provider },
    });
  return { ...attempt, hasResponse: false };
}
