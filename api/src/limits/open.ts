import type { Db } from '../db.ts';
import { databaseBuckets } from './database-buckets.ts';
import { type Limits, limitsOf } from './limits.ts';

/** Limits that all processes on this database count together. */
export const openLimits = ({ db, now }: { db: Db; now: () => Date }): Limits =>
  limitsOf(databaseBuckets(db, now));
