import type { Buckets, Rate } from './rate-limits.ts';

/** Number of buckets from which the full ones are deleted; they need no memory. */
const minSweepSize = 1000;

/**
 * Buckets of this process alone. They cost no statement, so they suit limits that only a flood reaches;
 * each process of a shop counts for itself.
 */
export function memoryBuckets(now: () => Date): Buckets {
  const buckets = new Map<string, { tokens: number; filledAt: number; rate: Rate }>();

  const tokensOf = (key: string, { burst, perHour }: Rate): number => {
    const bucket = buckets.get(key);
    if (!bucket) return burst;
    const hours = Math.max(0, now().getTime() - bucket.filledAt) / 3_600_000;
    return Math.min(burst, bucket.tokens + hours * perHour);
  };
  const set = (key: string, rate: Rate, tokens: number) =>
    void buckets.set(key, { tokens, filledAt: now().getTime(), rate });
  let nextSweepSize = minSweepSize;
  const forgetFull = () => {
    for (const [key, { rate }] of buckets) if (tokensOf(key, rate) >= rate.burst) buckets.delete(key);
    // Doubling keeps the cost per bucket constant, whatever their number.
    nextSweepSize = Math.max(minSweepSize, buckets.size * 2);
  };

  const opened: Buckets = {
    async take(key, rate) {
      const tokens = tokensOf(key, rate) - 1;
      if (tokens < 0) return undefined;
      set(key, rate, tokens);
      if (buckets.size >= nextSweepSize) forgetFull();
      return tokens;
    },
    async giveBack(key, rate) {
      set(key, rate, Math.min(rate.burst, tokensOf(key, rate) + 1));
    },
    within: () => opened,
    forgetOld: async () => forgetFull(),
  };
  return opened;
}
