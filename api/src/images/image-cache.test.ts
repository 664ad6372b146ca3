import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pictureCache } from './image-cache.ts';

let folder: string;
const neverMind = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fynbos-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a picture is rendered once for concurrent requests', async () => {
  const cache = pictureCache(folder, neverMind);
  let made = 0;
  const make = async () => {
    made += 1;
    await later(20);
    return Buffer.from('picture');
  };
  const results = await Promise.all(Array.from({ length: 50 }, () => cache({ key: 'aa11' }, make)));
  expect(made).toBe(1);
  expect(results.every((bytes) => bytes.toString() === 'picture')).toBe(true);
  await cache({ key: 'aa11' }, make);
  expect(made).toBe(1);
});

it('a failed rendering rejects all waiting requests, and the next request retries it', async () => {
  const cache = pictureCache(folder, neverMind);
  const failing = () => Promise.reject(new Error('broken'));
  const outcomes = await Promise.allSettled([
    cache({ key: 'bb22' }, failing),
    cache({ key: 'bb22' }, failing),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  expect((await cache({ key: 'bb22' }, async () => Buffer.from('mended'))).toString()).toBe('mended');
});

it('a picture that cannot be cached is returned, and the error is reported', async () => {
  const errors: unknown[] = [];
  const cache = pictureCache('/dev/null/no-folder', (error) => errors.push(error));
  expect((await cache({ key: 'cc33' }, async () => Buffer.from('picture'))).toString()).toBe('picture');
  expect(errors).toHaveLength(1);
});

it('the cache evicts the least recently used picture', async () => {
  const cache = pictureCache(folder, neverMind, { maxBytes: 100_000 });
  const make = async () => Buffer.alloc(5000, 1);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  const fileOf = (key: string) => join(folder, key.slice(0, 2), key);
  for (const key of ['aa-hot', 'bb-cold']) {
    await cache({ key: key }, make);
    await utimes(fileOf(key), longAgo, longAgo);
  }
  for (let at = 0; at < 16; at++) await cache({ key: `${at + 10}-new` }, make);
  await later(20);
  await cache({ key: 'aa-hot' }, make);
  await expect
    .poll(async () => (await stat(fileOf('aa-hot'))).mtimeMs)
    .toBeGreaterThan(longAgo.getTime() + 1000);
  for (let at = 16; at < 24; at++) await cache({ key: `${at + 10}-new` }, make);
  await expect.poll(() => stat(fileOf('bb-cold')).catch(() => 'gone')).toBe('gone');
  expect((await stat(fileOf('aa-hot'))).size).toBe(5000);
});

it('the cache does not scan its folder for a first picture', async () => {
  for (let at = 0; at < 24; at++)
    await pictureCache(folder, neverMind)({ key: `${at + 10}-old` }, async () => Buffer.alloc(5000, 1));
  await pictureCache(folder, neverMind, { maxBytes: 100_000 })({ key: 'aa-new' }, async () =>
    Buffer.alloc(5000, 1),
  );
  await later(50);
  expect(await readdir(folder)).toHaveLength(25);
});
