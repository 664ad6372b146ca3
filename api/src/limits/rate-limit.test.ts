import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { bucketKey, forgetOldBuckets, giveBack, take, tryTake } from './rate-limit.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

const begin = new Date('2026-11-20T08:00:00Z');
const later = (seconds: number) => new Date(begin.getTime() + seconds * 1000);
const rate = { burst: 3, perHour: 60 };
const takeMany = async (key: string, count: number, at: Date) => {
  const taken = [];
  for (let index = 0; index < count; index++) taken.push(await tryTake(shop.db, key, rate, at));
  return taken.filter(Boolean).length;
};

test('a bucket gives its burst, then what comes back with time, and never more than its burst', async () => {
  const key = bucketKey('test', 'a');
  expect(await takeMany(key, 5, begin)).toBe(3);
  expect(await takeMany(key, 2, later(59))).toBe(0);
  expect(await takeMany(key, 2, later(60))).toBe(1);
  expect(await takeMany(key, 2, later(150))).toBe(1);
  expect(await takeMany(key, 2, later(180))).toBe(1);
  expect(await takeMany(key, 9, later(100_000))).toBe(3);
});

test('a refusal says when to come back, and costs nothing', async () => {
  const key = bucketKey('test', 'b');
  await takeMany(key, 3, begin);
  await expect(take(shop.db, key, rate, begin)).rejects.toMatchObject({
    code: 'too_many_attempts',
    values: { seconds: 60 },
  });
  expect(await takeMany(key, 100, later(59))).toBe(0);
  await expect(take(shop.db, key, rate, later(60))).resolves.toBeUndefined();
});

test('what is given back can be taken again, up to the burst', async () => {
  const key = bucketKey('test', 'c');
  await takeMany(key, 3, begin);
  for (let index = 0; index < 5; index++) await giveBack(shop.db, key, rate);
  expect(await takeMany(key, 5, begin)).toBe(3);
});

test('of 100 at once the burst gets through, and no more', async () => {
  const key = bucketKey('test', 'd');
  const taken = await Promise.all(Array.from({ length: 100 }, () => tryTake(shop.db, key, rate, begin)));
  expect(taken.filter(Boolean)).toHaveLength(3);
});

test('a clock that goes back gives nothing away', async () => {
  const key = bucketKey('test', 'e');
  await takeMany(key, 3, later(3600));
  expect(await takeMany(key, 3, begin)).toBe(0);
});

test('no table keeps who it was, and a week later nothing is kept at all', async () => {
  const key = bucketKey('test', 'thandi@example.co.za', '203.0.113.7');
  await tryTake(shop.db, key, rate, begin);
  const rows = () => shop.db.selectFrom('rate_bucket').select('key').where('key', '=', key).execute();
  expect(await rows()).toHaveLength(1);
  expect(key).toMatch(/^test:[\w-]{43}$/);
  await forgetOldBuckets(shop.db, later(7 * 86_400));
  expect(await rows()).toHaveLength(1);
  await forgetOldBuckets(shop.db, later(7 * 86_400 + 1));
  expect(await rows()).toHaveLength(0);
});
