import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { PaymentContext } from '../records/payment-context.ts';

/** Counts refused web-hooks, so that a flood of them is one line of the log in a minute (T33). */
export interface RefusedWebHooks {
  add(provider: ProviderCode, reason: string): void;
  /** Logs what was refused since the last summary, if anything. */
  report(): void;
}

/** Interval of the summaries. */
export const refusedSummaryMs = 60_000;

export function countRefusedWebHooks({ log }: Pick<PaymentContext, 'log'>): RefusedWebHooks {
  const counts = new Map<string, { provider: ProviderCode; reason: string; count: number }>();
  return {
    add(provider, reason) {
      const key = `${provider} ${reason}`;
      counts.set(key, { provider, reason, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    report() {
      if (counts.size === 0) return;
      const refused = [...counts.values()];
      counts.clear();
      const count = refused.reduce((sum, { count: each }) => sum + each, 0);
      log.warn({ count, refused }, 'rejected web-hooks');
    },
  };
}
