import type { Db } from '../../db.ts';
import type { Redis } from '../redis/redis-connection.ts';
import { databaseBuckets } from './database-buckets.ts';
import { type Limits, limitsOf } from './rate-limits.ts';
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
