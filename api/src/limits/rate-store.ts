import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** How much may be tried at once, and how quickly that fills again. */
export interface Rate {
  /** Tries at once. */
  burst: number;
  /** Tries that come back in an hour. */
  perHour: number;
}

/**
 * Takes one try out of a bucket, which fills with time; a bucket nobody knows is full.
 *
 * @returns false when less than one try is in it; then it stays as it was
 */
export async function takeToken(db: Db, key: string, { burst, perHour }: Rate, now: Date): Promise<boolean> {
  const filled = sql`least(${burst}::float8, rate_bucket.tokens
    + ${perHour}::float8 * greatest(0, extract(epoch from ${now}::timestamptz - rate_bucket.filled_at)) / 3600)`;
  const { rows } = await sql`
    insert into rate_bucket (key, tokens, filled_at) values (${key}, ${burst}::float8 - 1, ${now})
    on conflict (key) do update set tokens = ${filled} - 1, filled_at = ${now}
    where ${filled} >= 1
    returning key`.execute(db);
  return rows.length > 0;
}

/** Puts one try back. */
export async function returnToken(db: Db, key: string, { burst }: Rate): Promise<void> {
  await sql`update rate_bucket set tokens = least(${burst}::float8, tokens + 1) where key = ${key}`.execute(
    db,
  );
}

/** Forgets buckets nobody took from since `before`; they would be full again. */
export async function deleteBucketsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_bucket').where('filled_at', '<', before).execute();
}
