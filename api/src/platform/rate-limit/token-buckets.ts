import { type Limits, type Rate, tooMany } from './rate-limits.ts';

/** A bucket to take an attempt from. */
export interface Bucket {
  /** From `bucketKey`. */
  key: string;
  rate: Rate;
}

/**
 * Takes one attempt from each bucket, or none from any: a client refused by one loses nothing in the
 * others. Shared buckets and buckets of other customers come last, so that an early refusal never touches
 * them.
 * @throws Problem too_many_attempts
 */
export async function takeTokens(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  for (const [index, { key, rate }] of buckets.entries()) {
    if (await limits.tryTake(key, rate)) continue;
    await giveBackTokens(limits, buckets.slice(0, index));
    throw tooMany(rate);
  }
}

/** Returns an attempt to each bucket when it turned out to be legitimate. */
export async function giveBackTokens(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, rate } of buckets) await limits.giveBack(key, rate);
}
