import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { Rate } from './rate-limits.ts';

/**
 * Takes one attempt from a bucket, which refills with time; an unknown bucket is full.
 * @returns the attempts left; undefined when there is less than one, and then nothing changes
 */
export async function takeToken(
  db: Db,
  key: string,
  { burst, perHour }: Rate,
  now: Date,
): Promise<number | undefined> {
  const filled = sql`least(${burst}::float8, rate_bucket.tokens
    + ${perHour}::float8 * greatest(0, extract(epoch from ${now}::timestamptz - rate_bucket.filled_at)) / 3600)`;
  const { rows } = await sql<{ tokens: number }>`/* prepared: take token */
    insert into rate_bucket (key, tokens, filled_at) values (${key}, ${burst}::float8 - 1, ${now})
    on conflict (key) do update set tokens = ${filled} - 1, filled_at = ${now}
    where ${filled} >= 1
    returning tokens`.execute(db);
  return rows[0]?.tokens;
}

/** Returns one attempt. */
export async function returnToken(db: Db, key: string, { burst }: Rate): Promise<void> {
  await sql`/* prepared: return token */ update rate_bucket set tokens = least(${burst}::float8, tokens + 1) where key = ${key}`.execute(
    db,
  );
}

/** Deletes buckets not used since `before`; they would be full. */
export async function deleteBucketsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_bucket').where('filled_at', '<', before).execute();
}
