import { expect, test } from 'vitest';
import { memoryBuckets } from './memory-buckets.ts';
import { bucketKey, limitsOf } from './rate-limits.ts';

const rate = { burst: 2, perHour: 60 };

test('memoryBuckets takes, refills and returns attempts per key', async () => {
  let clock = Date.parse('2026-11-20T08:00:00Z');
  const limits = limitsOf(memoryBuckets(() => new Date(clock)));
  const key = bucketKey('test', 'one');
  const take = () => limits.tryTake(key, rate);
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  expect(await limits.tryTake(bucketKey('test', 'other'), rate)).toBe(true);
  clock += 60_000;
  expect([await take(), await take()]).toEqual([true, false]);
  await limits.giveBack(key, rate);
  expect([await take(), await take()]).toEqual([true, false]);
  clock += 3_600_000;
  await limits.forgetOld();
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
});
