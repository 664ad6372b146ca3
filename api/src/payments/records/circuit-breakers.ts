import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type PaymentProvider, ProviderUnreachable } from '../providers/payment-provider.ts';
import type { PaymentContext } from './payment-context.ts';

/** Circuit breakers: pause calls to a provider after several consecutive failures. */
export interface Breakers {
  isThere(code: ProviderCode): boolean;
  /** Runs a call to a provider and records whether it responded. */
  run<Result>(code: ProviderCode, request: () => Promise<Result>): Promise<Result>;
}

const maxFailures = 5;
const restMs = 60_000;

/** Logs the reason for the first failure in a row, for the pause, and the recovery. */
export function openBreakers({ now, log }: Pick<PaymentContext, 'now' | 'log'>): Breakers {
  const failures = new Map<ProviderCode, { count: number; pausedUntil: number }>();

  function fail(provider: ProviderCode, reason: string): void {
    const count = (failures.get(provider)?.count ?? 0) + 1;
    failures.set(provider, { count, pausedUntil: count >= maxFailures ? now().getTime() + restMs : 0 });
    if (count === 1) log.warn({ provider, reason }, 'a payment provider did not respond');
    if (count === maxFailures)
      log.warn({ provider, reason }, 'calls to a payment provider are paused for a minute at a time');
  }

  function succeed(provider: ProviderCode): void {
    const { count = 0 } = failures.get(provider) ?? {};
    failures.delete(provider);
    if (count >= maxFailures) log.warn({ provider }, 'a payment provider responds again');
  }

  return {
    isThere: (code) => (failures.get(code)?.pausedUntil ?? 0) <= now().getTime(),
    async run(code, request) {
      try {
        const result = await request();
        succeed(code);
        return result;
      } catch (error) {
        // A rate limit response proves that the provider is reachable.
        if (error instanceof ProviderUnreachable && error.retryAfter === undefined) fail(code, error.message);
        throw error;
      }
    },
  };
}

/**
 * A provider whose ledger is read through the circuit breaker that all callers share.
 * @param isOver whether the result is no longer needed
 */
export function watched<One extends PaymentProvider>(
  provider: One,
  breakers: Breakers,
  isOver: () => boolean,
): One {
  const { code, query, list, queryDispute, listDisputes } = provider;
  const guarded = <Result>(request: () => Promise<Result>): Promise<Result> => {
    if (isOver()) throw new ProviderUnreachable('no further queries: the shop is shutting down');
    if (!breakers.isThere(code)) throw new ProviderUnreachable('did not respond several times in a row');
    return breakers.run(code, request);
  };
  return {
    ...provider,
    query: async (session) => guarded(() => query.call(provider, session)),
    ...(queryDispute && { queryDispute: async (name) => guarded(() => queryDispute.call(provider, name)) }),
    ...(listDisputes && {
      listDisputes: async (from: Date, to: Date) => guarded(() => listDisputes.call(provider, from, to)),
    }),
    ...(list && { list: async (from: Date, to: Date) => guarded(() => list.call(provider, from, to)) }),
  };
}
