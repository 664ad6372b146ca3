import { createHash } from 'node:crypto';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { deleteBucketsBefore, type Rate, returnToken, takeToken } from './rate-store.ts';

/**
 * Takes one try, or refuses.
 *
 * @param key made by `bucketKey`
 * @throws Problem too_many_attempts, whose `seconds` become the answer's Retry-After
 */
export async function take(db: Db, key: string, rate: Rate, now: Date): Promise<void> {
  if (await tryTake(db, key, rate, now)) return;
  // As long as one whole try takes to come back: never too short.
  throw new Problem('too_many_attempts', { seconds: Math.ceil(3600 / rate.perHour) });
}

/** Takes one try if there is one. @returns whether there was */
export function tryTake(db: Db, key: string, rate: Rate, now: Date): Promise<boolean> {
  return takeToken(db, key, rate, now);
}

/** Gives a try back, for what turned out to be honest. */
export async function giveBack(db: Db, key: string, rate: Rate): Promise<void> {
  await returnToken(db, key, rate);
}

/** Names a bucket. Whom it is about is hashed, so that no table keeps addresses of people or machines. */
export function bucketKey(what: string, ...whom: string[]): string {
  return `${what}:${createHash('sha256').update(whom.join('\n')).digest('base64url')}`;
}

const fullAgainMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets buckets that nobody used for a week. */
export async function forgetOldBuckets(db: Db, now: Date): Promise<void> {
  await deleteBucketsBefore(db, new Date(now.getTime() - fullAgainMs));
}
