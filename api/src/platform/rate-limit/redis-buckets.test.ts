import { needsRedis, startRedis, type TestRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../redis/redis-connection.ts';
import { openLimits } from './open-rate-limits.ts';
import { bucketKey, type Limits } from './rate-limits.ts';

/** Rate limits during Redis outages: counting continues, and a client gains at most one burst. */

const rate = { burst: 30, perHour: 15 };
const hour = 3_600_000;

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

describe('rate limits during Redis outages', needsRedis, () => {
  let server: TestRedis;
  let redis: Redis;
  let limits: Limits;
  let warnings: string[];
  /** Number of requests to Redis. */
  let requestCount: number;
  /** Called before each request to Redis. */
  let beforeRequest: () => void;
  let clock: number;
  beforeEach(async () => {
    server = (await startRedis())!;
    beforeRequest = () => {};
    // Less than the time after which a silent connection is closed.
    redis = await openRedis(server.url, { warn() {}, info() {} }, 4);
    [warnings, requestCount, clock] = [[], 0, Date.parse('2026-11-20T08:00:00Z')];
    limits = openLimits({
      db: shop.db,
      now: () => new Date(clock),
      redis: {
        ...redis,
        execute(command) {
          requestCount++;
          beforeRequest();
          return redis.execute(command);
        },
      },
      warn: (finding) => warnings.push(finding),
    });
    // Until now an attempt had to be left in both.
    clock += 2 * hour;
  });
  afterEach(async () => {
    await redis.close();
    await server.stop();
  });

  /** @returns the number of attempts granted */
  async function takeMany(key: string, count: number, atOnce = 1): Promise<number> {
    let granted = 0;
    for (let left = count; left > 0; left -= atOnce) {
      const attempts = Array.from({ length: Math.min(atOnce, left) }, () => limits.tryTake(key, rate));
      granted += (await Promise.all(attempts)).filter(Boolean).length;
    }
    return granted;
  }

  const inDatabase = (key: string) =>
    shop.db.selectFrom('rate_bucket').select('tokens').where('key', '=', key).executeTakeFirst();
  /** Restarts Redis, empty. */
  const comesBack = async () => {
    server = (await startRedis(Number(new URL(server.url).port)))!;
    await expect.poll(() => redis.isThere).toBe(true);
  };

  /** Stops Redis, waits until that is noticed, and restarts it empty. */
  const losesAll = async () => {
    await server.stop();
    await takeMany(bucketKey('noticed'), 1);
    await comesBack();
  };

  test('a Redis killed during 1,000 attempts and restarted empty allows one burst more, and no attempt fails', async () => {
    const [guesser, shopper] = [bucketKey('guesser'), bucketKey('shopper')];
    let stopped: Promise<void> | undefined;
    beforeRequest = () => {
      if (requestCount === 500) stopped = server.stop();
    };
    const granted = await takeMany(guesser, 1000, 20);
    await stopped;
    expect(granted).toBe(60);
    expect(await takeMany(shopper, 30)).toBe(30);
    expect(warnings).toEqual([expect.stringMatching(/^Redis does not count tries, so the database does: /)]);

    await comesBack();
    expect(await takeMany(guesser, 200, 20)).toBe(0);
    for (const _ of [1, 2, 3]) {
      clock += hour;
      expect(await takeMany(guesser, 40)).toBe(15);
    }
  });

  test('a client that has used up both buckets gets nothing more in the next outage', async () => {
    const key = bucketKey('twice');
    let granted = await takeMany(key, 40);
    for (const _ of [1, 2]) {
      await server.stop();
      granted += await takeMany(key, 40);
      await comesBack();
      granted += await takeMany(key, 40);
    }
    expect(granted).toBe(60);
  });

  test('Redis is trusted again once a bucket would be full; then the database is not used', async () => {
    const key = bucketKey('believed');
    await losesAll();
    await takeMany(key, 1);
    expect(await inDatabase(key)).toEqual({ tokens: 29 });
    clock += 2 * hour - 1;
    await takeMany(key, 1);
    expect(await inDatabase(key)).toEqual({ tokens: 29 });
    clock += 1;
    expect(await takeMany(key, 40)).toBe(29);
    expect(await inDatabase(key)).toEqual({ tokens: 29 });
  });

  test('attempts counted in both are returned to both', async () => {
    const key = bucketKey('given back');
    await losesAll();
    expect(await takeMany(key, 40)).toBe(30);
    await limits.giveBack(key, rate);
    expect(await inDatabase(key)).toEqual({ tokens: 1 });
    expect(await takeMany(key, 40)).toBe(1);
  });

  test('100 concurrent attempts get at most the burst, also while both count', async () => {
    const key = bucketKey('at once');
    await losesAll();
    const granted = await takeMany(key, 100, 100);
    // When responses overtake each other, Redis assumes that less is left.
    expect(granted).toBeLessThanOrEqual(30);
    expect(granted).toBeGreaterThan(0);
  });

  test('an attempt refused by Redis is not taken from the database', async () => {
    const key = bucketKey('refused');
    await losesAll();
    const now = () => new Date(clock);
    const elsewhere = openLimits({ db: shop.db, now, redis });
    clock += 2 * hour;
    for (let attempt = 0; attempt < 30; attempt++) await elsewhere.take(key, rate);
    clock -= 2 * hour;
    expect(await takeMany(key, 20)).toBe(0);
    expect(await inDatabase(key)).toEqual({ tokens: 30 });
  });

  test('a hanging Redis delays one attempt only, and counts again after its first response', async () => {
    const key = bucketKey('hangs');
    expect(await takeMany(key, 40)).toBe(30);
    server.pause();
    requestCount = 0;
    expect(await takeMany(key, 1)).toBe(1);
    expect(await takeMany(key, 1)).toBe(1);
    expect(requestCount).toBe(1);
    expect(await takeMany(key, 40)).toBe(28);
    server.resume();
    await expect.poll(() => redis.execute((client) => client.ping()).catch(() => '')).toBe('PONG');
    expect(await takeMany(bucketKey('shopper, later'), 1)).toBe(1);
    expect(requestCount).toBe(2);
    expect(await takeMany(key, 40)).toBe(0);
  });

  test('an error response from Redis counts as unavailable', async () => {
    const key = bucketKey('wrong type');
    await redis.execute((client) => client.set(`fynbos:limit:${key}`, 'no bucket'));
    expect(await takeMany(key, 40)).toBe(30);
    expect(warnings).toEqual([expect.stringContaining('WRONGTYPE')]);
  });
});
