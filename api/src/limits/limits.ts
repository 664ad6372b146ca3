import { createHash } from 'node:crypto';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';

/** How much may be tried at once, and how quickly that fills again. */
export interface Rate {
  /** Tries at once. */
  burst: number;
  /** Tries that come back in an hour. */
  perHour: number;
}

/** How often something may be tried: made once at start. Keys are made by `bucketKey`. */
export interface Limits {
  /** Takes one try. @throws Problem too_many_attempts, whose `seconds` become the answer's Retry-After */
  take(key: string, rate: Rate): Promise<void>;
  /** Takes one try if there is one. @returns whether there was */
  tryTake(key: string, rate: Rate): Promise<boolean>;
  /** Gives a try back, for what turned out to be honest. */
  giveBack(key: string, rate: Rate): Promise<void>;
  /**
   * The same limits for somebody in a transaction: what the database counts is counted in it, and a rollback gives it
   * back. What Redis counts stays counted.
   */
  within(trx: Db): Limits;
  /** Forgets what nobody used for a week. */
  forgetOld(): Promise<void>;
}

/**
 * Where tries are counted, by all processes of the shop together: a bucket for each key, which is full when nobody knows
 * it, and fills with time.
 */
export interface Buckets {
  /** Takes one try. @returns how much is left; undefined when there was less than one, and then it costs nothing */
  take(key: string, rate: Rate): Promise<number | undefined>;
  giveBack(key: string, rate: Rate): Promise<void>;
  within(trx: Db): Buckets;
  forgetOld(): Promise<void>;
}

/** Limits that count in these buckets. */
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

/** The refusal of an empty bucket: come back when one whole try has, which is never too short. */
export function tooMany({ perHour }: Rate): Problem {
  return new Problem('too_many_attempts', { seconds: Math.ceil(3600 / perHour) });
}

/** Names a bucket. Whom it is about is hashed, so that nothing keeps addresses of people or machines. */
export function bucketKey(what: string, ...whom: string[]): string {
  return `${what}:${createHash('sha256').update(whom.join('\n')).digest('base64url')}`;
}
