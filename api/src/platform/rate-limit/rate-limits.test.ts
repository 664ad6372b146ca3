import { needsRedis, startRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../redis/redis-connection.ts';
import { openLimits } from './open-rate-limits.ts';
import { bucketKey, type Limits, type Rate } from './rate-limits.ts';
import { giveBackTokens, takeTokens } from './token-buckets.ts';

/** The contract of rate limits, in PostgreSQL and in Redis. */

const begin = new Date('2026-11-20T08:00:00Z');
const later = (seconds: number) => new Date(begin.getTime() + seconds * 1000);
const rate = { burst: 3, perHour: 60 };
const week = 7 * 86_400;

let shop: FreshDatabase;
let clock = begin;
const now = () => clock;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

describe('rate limits in PostgreSQL', () => {
  const limits = () => openLimits({ db: shop.db, now });
  describeLimits(limits);

  test('are returned when their transaction is rolled back', async () => {
    const key = bucketKey('rolled back');
    await rolledBack((trx) => trx.tryTake(key, rate));
    expect(await takeMany(limits(), key, 9)).toBe(3);
    await expect(rolledBack((trx) => trx.take(key, rate))).rejects.toThrow('Too many attempts');
  });

  test('are stored under a hash, and deleted after a week', async () => {
    clock = begin;
    const key = bucketKey('test', 'thandi@example.co.za', '203.0.113.7');
    await limits().tryTake(key, rate);
    const rows = () => shop.db.selectFrom('rate_bucket').select('key').where('key', '=', key).execute();
    expect(await rows()).toHaveLength(1);
    expect(key).toMatch(/^test:[\w-]{43}$/);
    clock = later(week);
    await limits().forgetOld();
    expect(await rows()).toHaveLength(1);
    clock = later(week + 1);
    await limits().forgetOld();
    expect(await rows()).toHaveLength(0);
  });

  /** Runs work in a transaction that is rolled back. */
  async function rolledBack(work: (limits: Limits) => Promise<unknown>): Promise<void> {
    const nothing = new Error('it came to nothing');
    const done = shop.db.transaction().execute(async (trx) => {
      await work(limits().within(trx));
      throw nothing;
    });
    await done.catch((error) => {
      if (error !== nothing) throw error;
    });
  }
});

describe('rate limits in Redis', needsRedis, () => {
  let redis: Redis;
  const open: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const server = (await startRedis())!;
    redis = await openRedis(server.url, console, 20);
    open.push(redis.close, server.stop);
  });
  afterAll(async () => {
    for (const close of open) await close();
  });
  /** Limits of a process that has used this Redis long enough to trust it alone. */
  const limits = () => {
    const at = clock;
    clock = later(-week);
    const opened = openLimits({ db: shop.db, now, redis });
    clock = at;
    return opened;
  };
  describeLimits(limits);

  const stored = (key: string) => redis.execute((client) => client.hGetAll(`fynbos:limit:${key}`));
  const ttl = (key: string) => redis.execute((client) => client.pTTL(`fynbos:limit:${key}`));

  test('are not stored in the database', async () => {
    const key = bucketKey('redis alone');
    await takeMany(limits(), key, 5);
    await limits().giveBack(key, rate);
    expect(await shop.db.selectFrom('rate_bucket').selectAll().where('key', '=', key).execute()).toEqual([]);
    expect(await stored(key)).toMatchObject({ tokens: '1' });
  });

  test('expire when the bucket is full', async () => {
    const key = bucketKey('forgotten');
    await takeMany(limits(), key, 1);
    expect(await ttl(key)).toBeLessThanOrEqual(60_000);
    await takeMany(limits(), key, 2);
    expect(await ttl(key)).toBeGreaterThan(120_000);
    expect(await ttl(key)).toBeLessThanOrEqual(180_000);
    await limits().giveBack(key, rate);
    expect(await ttl(key)).toBeGreaterThan(0);
    const quick = { burst: 1, perHour: 3_600_000 };
    await takeMany(limits(), bucketKey('quick'), 1, quick);
    await expect.poll(() => stored(bucketKey('quick'))).toEqual({});
  });

  test('stay counted when their transaction is rolled back', async () => {
    const key = bucketKey('rolled back');
    const done = shop.db.transaction().execute(async (trx) => {
      await limits().within(trx).take(key, rate);
      throw new Error('it came to nothing');
    });
    await expect(done).rejects.toThrow('it came to nothing');
    expect(await takeMany(limits(), key, 9)).toBe(2);
  });

  test('refill once for the same time when two clocks differ', async () => {
    const key = bucketKey('two clocks');
    clock = later(3600);
    await takeMany(limits(), key, 1);
    clock = begin;
    await takeMany(limits(), key, 1);
    clock = later(3600);
    expect(await takeMany(limits(), key, 9)).toBe(1);
  });
});

async function takeMany(limits: Limits, key: string, count: number, at: Rate = rate): Promise<number> {
  const results = [];
  for (let index = 0; index < count; index++) results.push(await limits.tryTake(key, at));
  return results.filter(Boolean).length;
}

/**
 * Contract tests for limits.
 * @param open opens the limits of a process at the current instant
 */
function describeLimits(open: () => Limits): void {
  const takeAt = (at: Date, key: string, count: number) => {
    clock = at;
    return takeMany(open(), key, count);
  };

  test('a bucket allows its burst, refills with time, and never exceeds its burst', async () => {
    const key = bucketKey('test', 'a');
    expect(await takeAt(begin, key, 5)).toBe(3);
    expect(await takeAt(later(59), key, 2)).toBe(0);
    expect(await takeAt(later(60), key, 2)).toBe(1);
    expect(await takeAt(later(150), key, 2)).toBe(1);
    expect(await takeAt(later(180), key, 2)).toBe(1);
    expect(await takeAt(later(100_000), key, 9)).toBe(3);
  });

  test('a refusal reports when to retry, and costs nothing', async () => {
    const key = bucketKey('test', 'b');
    await takeAt(begin, key, 3);
    await expect(open().take(key, rate)).rejects.toMatchObject({
      code: 'too_many_attempts',
      values: { seconds: 60 },
    });
    expect(await takeAt(later(59), key, 100)).toBe(0);
    clock = later(60);
    await expect(open().take(key, rate)).resolves.toBeUndefined();
  });

  test('a returned attempt can be taken again, up to the burst', async () => {
    const key = bucketKey('test', 'c');
    await takeAt(begin, key, 3);
    for (let index = 0; index < 5; index++) await open().giveBack(key, rate);
    expect(await takeAt(begin, key, 5)).toBe(3);
  });

  test('an attempt never taken cannot be returned', async () => {
    const key = bucketKey('test', 'd');
    for (let index = 0; index < 5; index++) await open().giveBack(key, rate);
    expect(await takeAt(begin, key, 5)).toBe(3);
  });

  test('100 concurrent attempts are allowed up to the burst', async () => {
    clock = begin;
    const limits = open();
    const key = bucketKey('test', 'e');
    const results = await Promise.all(Array.from({ length: 100 }, () => limits.tryTake(key, rate)));
    expect(results.filter(Boolean)).toHaveLength(3);
  });

  test('takeAll takes from all buckets or from none, also concurrently', async () => {
    clock = begin;
    const limits = open();
    const [wide, narrow] = ['h', 'i'].map((name) => bucketKey('test', name)) as [string, string];
    const both = [
      { key: wide, rate: { ...rate, burst: 10 } },
      { key: narrow, rate },
    ];
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeTokens(limits, both)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.code, reason.values])).toEqual(
      Array(5).fill(['too_many_attempts', { seconds: 60 }]),
    );
    await giveBackTokens(limits, both);
    expect(await takeMany(limits, narrow, 5)).toBe(1);
    expect(await takeMany(limits, wide, 20, both[0]!.rate)).toBe(8);
  });

  test('a clock that goes back allows no extra attempt', async () => {
    const key = bucketKey('test', 'f');
    await takeAt(later(3600), key, 3);
    expect(await takeAt(begin, key, 3)).toBe(0);
  });

  test('slow buckets refill in fractions', async () => {
    const slow = { burst: 2, perHour: 2 / 24 };
    const key = bucketKey('test', 'g');
    clock = begin;
    expect(await takeMany(open(), key, 5, slow)).toBe(2);
    clock = later(6 * 3600);
    expect(await takeMany(open(), key, 5, slow)).toBe(0);
    clock = later(12 * 3600 + 1);
    expect(await takeMany(open(), key, 5, slow)).toBe(1);
  });
}
