import { createHash } from 'node:crypto';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';

/** Burst and refill rate of a limit. */
export interface Rate {
  /** Attempts at once. */
  burst: number;
  /** Attempts refilled in an hour. */
  perHour: number;
}

/** Rate limits, created once at startup. Keys come from `bucketKey`. */
export interface Limits {
  /**
   * Takes one attempt.
   * @throws Problem too_many_attempts, whose `seconds` become the Retry-After header
   */
  take(key: string, rate: Rate): Promise<void>;
  /**
   * Takes one attempt if there is one.
   * @returns whether there was
   */
  tryTake(key: string, rate: Rate): Promise<boolean>;
  /** Returns an attempt that turned out to be legitimate. */
  giveBack(key: string, rate: Rate): Promise<void>;
  /**
   * Returns the same limits within a transaction: counts in the database take part in it, and a rollback
   * undoes them. Counts in Redis stay.
   */
  within(trx: Db): Limits;
  /** Deletes buckets not used for a week. */
  forgetOld(): Promise<void>;
}

/**
 * Storage of the counts, shared by all processes of the shop: one bucket per key, which starts full and
 * refills with time.
 */
export interface Buckets {
  /**
   * Takes one attempt.
   * @returns the attempts left; undefined when there was less than one, at no cost
   */
  take(key: string, rate: Rate): Promise<number | undefined>;
  giveBack(key: string, rate: Rate): Promise<void>;
  within(trx: Db): Buckets;
  forgetOld(): Promise<void>;
}

/** Creates limits that count in these buckets. */
export function limitsOf(buckets: Buckets): Limits {
  const tryTake: Limits['tryTake'] = async (key, rate) => (await buckets.take(key, rate)) !== undefined;
  return {
    ...buckets,
    tryTake,
    async take(key, rate) {
      if (!(await tryTake(key, rate))) throw tooMany(rate);
    },
    within: (trx) => limitsOf(buckets.within(trx)),
  };
}

/**
 * Creates the error of an empty bucket; its delay is the time of one whole attempt, which is never too
 * short.
 */
export function tooMany({ perHour }: Rate): Problem {
  return new Problem('too_many_attempts', { seconds: Math.ceil(3600 / perHour) });
}

/** Names a bucket. Its subject is hashed, so that no addresses are stored. */
export function bucketKey(kind: string, ...whom: string[]): string {
  return `${kind}:${createHash('sha256').update(whom.join('\n')).digest('base64url')}`;
}
