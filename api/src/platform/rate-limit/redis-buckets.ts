import type { RedisClientType } from '@redis/client';
import type { Redis } from '../redis/redis-connection.ts';
import type { Buckets, Rate } from './rate-limits.ts';
import { giveBackToBucket, takeFromBucket } from './redis-bucket-scripts.ts';

interface Parts {
  redis: Redis;
  /** Counts while Redis is unavailable. */
  database: Buckets;
  now: () => Date;
  /** Warns the operator that Redis has stopped counting. */
  warn(finding: string): void;
}

/**
 * Buckets in Redis, with those of the database as fallback while it is unavailable or slow (ADR-030).
 * Redis may lose its data. So after a start and after each failed request, both count for the time a bucket
 * takes to fill: an attempt must be left in both, and Redis learns how little the database has. An attacker
 * who empties both gains one burst.
 */
export function redisBuckets({ redis, database, now, warn }: Parts): Buckets {
  const { runInRedis, isDoubted } = openRedisRunner(redis, now, warn);
  const take = (key: string, rate: Rate, maxTokens?: number) =>
    runInRedis((client) => takeFromBucket(client, key, rate, { now: now(), maxTokens }));

  async function takeFromBoth(fallback: Buckets, key: string, rate: Rate): Promise<number | undefined> {
    const left = await fallback.take(key, rate);
    if (left === undefined) return undefined;
    const redisLeft = await take(key, rate, left + 1);
    if (redisLeft !== null) return left;
    await fallback.giveBack(key, rate);
    return undefined;
  }

  const over = (fallback: Buckets): Buckets => ({
    async take(key, rate) {
      if (isDoubted(rate)) return takeFromBoth(fallback, key, rate);
      const redisLeft = await take(key, rate);
      if (redisLeft === undefined) return fallback.take(key, rate);
      return redisLeft === null ? undefined : Number(redisLeft);
    },
    async giveBack(key, rate) {
      const result = await runInRedis((client) => giveBackToBucket(client, key, rate));
      if (result === undefined || isDoubted(rate)) await fallback.giveBack(key, rate);
    },
    within: (trx) => over(fallback.within(trx)),
    forgetOld: () => fallback.forgetOld(),
  });
  return over(database);
}

type RedisCommand = (client: RedisClientType) => Promise<unknown>;

/** Runs commands in Redis, and tracks whether its counts can be trusted. */
function openRedisRunner(redis: Redis, now: () => Date, warn: Parts['warn']) {
  let isSilent = false;
  /** A request is pending: no other one waits for Redis meanwhile. */
  let isOwing = false;
  let doubtedAt = now().getTime();

  /** @returns undefined when Redis is unavailable or slow */
  async function runInRedis(command: RedisCommand): Promise<unknown> {
    if (isOwing) return undefined;
    let reply: Promise<unknown> = Promise.resolve();
    try {
      const result = await redis.execute((client) => (reply = command(client)));
      isSilent = false;
      return result;
    } catch (cause) {
      miss(cause, reply);
      return undefined;
    }
  }

  function miss(cause: unknown, reply: Promise<unknown>): void {
    doubtedAt = now().getTime();
    isOwing = true;
    const paid = () => {
      isOwing = false;
    };
    reply.then(paid, paid);
    if (!isSilent) warn(`Redis does not count tries, so the database does: ${cause}`);
    isSilent = true;
  }

  const isDoubted = ({ burst, perHour }: Rate) => now().getTime() - doubtedAt < (burst / perHour) * 3_600_000;

  return { runInRedis, isDoubted };
}
