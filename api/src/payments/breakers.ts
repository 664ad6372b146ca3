import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Till } from './payments.ts';
import { type PaymentProvider, ProviderUnreachable } from './providers/provider.ts';

/** Leaves a provider alone for a while that did not answer several times in a row. */
export interface Breakers {
  isThere(code: ProviderCode): boolean;
  /** Does what is done with a provider, and remembers whether it answered. */
  watch<Result>(code: ProviderCode, ask: () => Promise<Result>): Promise<Result>;
}

const mostFailures = 5;
const restMs = 60_000;

/** The log is told why a provider does not answer: at the first time in a row, when it is left alone, and when it is back. */
export function openBreakers({ now, log }: Pick<Till, 'now' | 'log'>): Breakers {
  const failures = new Map<ProviderCode, { count: number; until: number }>();

  function fail(provider: ProviderCode, reason: string): void {
    const count = (failures.get(provider)?.count ?? 0) + 1;
    failures.set(provider, { count, until: count >= mostFailures ? now().getTime() + restMs : 0 });
    if (count === 1) log.warn({ provider, reason }, 'a payment provider did not answer');
    if (count === mostFailures)
      log.warn({ provider, reason }, 'a payment provider is left alone for a minute at a time');
  }

  function succeed(provider: ProviderCode): void {
    const { count = 0 } = failures.get(provider) ?? {};
    failures.delete(provider);
    if (count >= mostFailures) log.warn({ provider }, 'a payment provider answers again');
  }

  return {
    isThere: (code) => (failures.get(code)?.until ?? 0) <= now().getTime(),
    async watch(code, ask) {
      try {
        const result = await ask();
        succeed(code);
        return result;
      } catch (error) {
        // Asked too often is an answer.
        if (error instanceof ProviderUnreachable && error.retryAfter === undefined) fail(code, error.message);
        throw error;
      }
    },
  };
}

/**
 * A provider whose books are asked for through the breaker: what does not answer is left alone by everybody.
 *
 * @param isOver whether nobody wants to know any more
 */
export function watched<One extends PaymentProvider>(
  provider: One,
  breakers: Breakers,
  isOver: () => boolean,
): One {
  const { code, query, list } = provider;
  const ask = <Result>(question: () => Promise<Result>): Promise<Result> => {
    if (isOver()) throw new ProviderUnreachable('is not asked any more: the shop ends');
    if (!breakers.isThere(code)) throw new ProviderUnreachable('did not answer several times in a row');
    return breakers.watch(code, question);
  };
  return {
    ...provider,
    query: async (session) => ask(() => query.call(provider, session)),
    ...(list && { list: async (from: Date, to: Date) => ask(() => list.call(provider, from, to)) }),
  };
}
