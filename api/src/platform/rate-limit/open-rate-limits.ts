import type { Db } from '../../db.ts';
import type { Redis } from '../redis/redis-connection.ts';
import { deleteBucketsBefore, returnToken, takeToken } from './bucket-store.ts';
import { type Buckets, type Limits, limitsOf } from './rate-limits.ts';
import { redisBuckets } from './redis-buckets.ts';

/** Dependencies of limits. */
interface Source {
  db: Db;
  now: () => Date;
  /** Counts here instead, while it is available. */
  redis?: Redis | undefined;
  /** Warns the operator that Redis has stopped counting. */
  warn?: (finding: string) => void;
}

/** Opens limits shared by all processes on this database, or on this Redis. */
export function openLimits({ db, now, redis, warn = () => {} }: Source): Limits {
  const database = databaseBuckets(db, now);
  return limitsOf(redis ? redisBuckets({ redis, database, now, warn }) : database);
}

const maxRefillMs = 7 * 24 * 60 * 60 * 1000;

/** Buckets in PostgreSQL; they survive restarts of every process. */
function databaseBuckets(db: Db, now: () => Date): Buckets {
  return {
    take: (key, rate) => takeToken(db, key, rate, now()),
    giveBack: (key, rate) => returnToken(db, key, rate),
    within: (trx) => databaseBuckets(trx, now),
    forgetOld: () => deleteBucketsBefore(db, new Date(now().getTime() - maxRefillMs)),
  };
}
