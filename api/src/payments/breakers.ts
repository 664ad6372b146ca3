import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type PaymentProvider, ProviderUnreachable } from './providers/provider.ts';

/** Leaves a provider alone for a while that did not answer several times in a row. */
export interface Breakers {
  isThere(code: ProviderCode): boolean;
  /** Does what is done with a provider, and remembers whether it answered. */
  watch<Result>(code: ProviderCode, ask: () => Promise<Result>): Promise<Result>;
}

const mostFailures = 5;
const restMs = 60_000;

export function openBreakers(now: () => Date): Breakers {
  const failures = new Map<ProviderCode, { count: number; until: number }>();
  return {
    isThere: (code) => (failures.get(code)?.until ?? 0) <= now().getTime(),
    async watch(code, ask) {
      try {
        const result = await ask();
        failures.delete(code);
        return result;
      } catch (error) {
        // Asked too often is an answer.
        if (error instanceof ProviderUnreachable && error.retryAfter === undefined) {
          const count = (failures.get(code)?.count ?? 0) + 1;
          failures.set(code, { count, until: count >= mostFailures ? now().getTime() + restMs : 0 });
        }
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
