import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../redis/connection.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { needsRedis, startRedis, type TestRedis } from '../testing/redis.ts';
import { bucketKey, type Limits } from './limits.ts';
import { openLimits } from './open.ts';

/** Tries go on being counted when the Redis that counts them does not, and nobody gains more than one burst by it. */

const rate = { burst: 30, perHour: 15 };
const hour = 3_600_000;

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

describe('while Redis comes and goes', needsRedis, () => {
  let server: TestRedis;
  let redis: Redis;
  let limits: Limits;
  let warnings: string[];
  /** How often Redis was asked. */
  let asked: number;
  /** Called each time before it is. */
  let beforeAsking: () => void;
  let clock: number;
  beforeEach(async () => {
    server = (await startRedis())!;
    beforeAsking = () => {};
    redis = await openRedis(server.url, { warn() {}, info() {} });
    [warnings, asked, clock] = [[], 0, Date.parse('2026-11-20T08:00:00Z')];
    limits = openLimits({
      db: shop.db,
      now: () => new Date(clock),
      redis: {
        ...redis,
        ask(question) {
          asked++;
          beforeAsking();
          return redis.ask(question);
        },
      },
      warn: (finding) => warnings.push(finding),
    });
    // Until now both had to have a try left.
    clock += 2 * hour;
  });
  afterEach(async () => {
    await redis.close();
    await server.stop();
  });

  /** Tries. @returns how many were granted */
  async function takeMany(key: string, count: number, atOnce = 1): Promise<number> {
    let granted = 0;
    for (let left = count; left > 0; left -= atOnce) {
      const tries = Array.from({ length: Math.min(atOnce, left) }, () => limits.tryTake(key, rate));
      granted += (await Promise.all(tries)).filter(Boolean).length;
    }
    return granted;
  }

  const inDatabase = (key: string) =>
    shop.db.selectFrom('rate_bucket').select('tokens').where('key', '=', key).executeTakeFirst();
  /** It comes back empty. */
  const comesBack = async () => {
    server = (await startRedis(Number(new URL(server.url).port)))!;
    await expect.poll(() => redis.isThere).toBe(true);
  };

  /** It goes, which is noticed, and comes back empty. */
  const losesAll = async () => {
    await server.stop();
    await takeMany(bucketKey('noticed'), 1);
    await comesBack();
  };

  test('killed in the middle of 1,000 tries and back again, empty: one burst more, and no try fails', async () => {
    const [guesser, shopper] = [bucketKey('guesser'), bucketKey('shopper')];
    let stopped: Promise<void> | undefined;
    beforeAsking = () => {
      if (asked === 500) stopped = server.stop();
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

  test('that has used up a bucket of each, a guesser gets nothing for the next outage', async () => {
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

  test('it is believed again once a bucket would be full; the database is left alone then', async () => {
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

  test('what both counted is given back to both', async () => {
    const key = bucketKey('given back');
    await losesAll();
    expect(await takeMany(key, 40)).toBe(30);
    await limits.giveBack(key, rate);
    expect(await inDatabase(key)).toEqual({ tokens: 1 });
    expect(await takeMany(key, 40)).toBe(1);
  });

  test('of 100 at once no more than the burst gets through, also while both count', async () => {
    const key = bucketKey('at once');
    await losesAll();
    const granted = await takeMany(key, 100, 100);
    // Where answers overtake each other, Redis believes that less is left.
    expect(granted).toBeLessThanOrEqual(30);
    expect(granted).toBeGreaterThan(0);
  });

  test('what Redis refuses is not taken from the database either', async () => {
    const key = bucketKey('refused');
    await losesAll();
    const now = () => new Date(clock);
    const elsewhere = openLimits({ db: shop.db, now, redis });
    clock += 2 * hour;
    for (let tries = 0; tries < 30; tries++) await elsewhere.take(key, rate);
    clock -= 2 * hour;
    expect(await takeMany(key, 20)).toBe(0);
    expect(await inDatabase(key)).toEqual({ tokens: 30 });
  });

  test('hanging, it is waited for once; it counts again as soon as it has answered', async () => {
    const key = bucketKey('hangs');
    expect(await takeMany(key, 40)).toBe(30);
    server.pause();
    asked = 0;
    expect(await takeMany(key, 1)).toBe(1);
    expect(await takeMany(key, 1)).toBe(1);
    expect(asked).toBe(1);
    expect(await takeMany(key, 40)).toBe(28);
    server.resume();
    await expect.poll(() => redis.ask((client) => client.ping()).catch(() => '')).toBe('PONG');
    expect(await takeMany(bucketKey('shopper, later'), 1)).toBe(1);
    expect(asked).toBe(2);
    expect(await takeMany(key, 40)).toBe(0);
  });

  test('an error it answers with is no answer', async () => {
    const key = bucketKey('wrong type');
    await redis.ask((client) => client.set(`fynbos:limit:${key}`, 'no bucket'));
    expect(await takeMany(key, 40)).toBe(30);
    expect(warnings).toEqual([expect.stringContaining('WRONGTYPE')]);
  });
});
