import type { Db } from '../../db.ts';
import { deleteBucketsBefore, returnToken, takeToken } from './bucket-store.ts';
import type { Buckets } from './rate-limits.ts';

const maxRefillMs = 7 * 24 * 60 * 60 * 1000;

/** Buckets in PostgreSQL; they survive restarts of every process. */
export function databaseBuckets(db: Db, now: () => Date): Buckets {
  return {
    take: (key, rate) => takeToken(db, key, rate, now()),
    giveBack: (key, rate) => returnToken(db, key, rate),
    within: (trx) => databaseBuckets(trx, now),
    forgetOld: () => deleteBucketsBefore(db, new Date(now().getTime() - maxRefillMs)),
  };
}
