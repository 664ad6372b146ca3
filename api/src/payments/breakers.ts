import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { ProviderUnreachable } from './providers/provider.ts';

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
