import { type Limits, type Rate, tooMany } from './limits.ts';

/** What a try is taken out of. */
export interface Bucket {
  /** Made by `bucketKey`. */
  key: string;
  rate: Rate;
}

/**
 * Takes one try out of each bucket, or none out of any: who is refused by one has lost nothing in the others. Those that
 * many share, or that belong to somebody else, come last, so that who is refused earlier never touches them.
 *
 * @throws Problem too_many_attempts
 */
export async function takeAll(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  for (const [index, { key, rate }] of buckets.entries()) {
    if (await limits.tryTake(key, rate)) continue;
    await giveBackAll(limits, buckets.slice(0, index));
    throw tooMany(rate);
  }
}

/** Gives a try back to each bucket, for what turned out to be honest. */
export async function giveBackAll(limits: Limits, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, rate } of buckets) await limits.giveBack(key, rate);
}
