import type { Db } from '../db.ts';
import type { Redis } from '../redis/connection.ts';
import { databaseBuckets } from './database-buckets.ts';
import { type Limits, limitsOf } from './limits.ts';
import { redisBuckets } from './redis-buckets.ts';

/** What limits are opened with. */
interface Source {
  db: Db;
  now: () => Date;
  /** Where tries are counted instead, as long as it is there. */
  redis?: Redis | undefined;
  /** Tells the operator that Redis has stopped counting. */
  warn?: (finding: string) => void;
}

/** Limits that all processes on this database, or on this Redis, count together. */
export function openLimits({ db, now, redis, warn = () => {} }: Source): Limits {
  const database = databaseBuckets(db, now);
  return limitsOf(redis ? redisBuckets({ redis, database, now, warn }) : database);
}
