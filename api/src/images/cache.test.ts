import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atMost, pictureCache } from './cache.ts';

let folder: string;
const neverMind = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fynbos-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('makes a picture once for everybody who asks for it at once', async () => {
  const kept = pictureCache(folder, neverMind);
  let made = 0;
  const make = async () => {
    made += 1;
    await later(20);
    return Buffer.from('picture');
  };
  const given = await Promise.all(Array.from({ length: 50 }, () => kept('aa11', make)));
  expect(made).toBe(1);
  expect(given.every((bytes) => bytes.toString() === 'picture')).toBe(true);
  await kept('aa11', make);
  expect(made).toBe(1);
});

it('tries again after a failure, which everybody who waited hears of', async () => {
  const kept = pictureCache(folder, neverMind);
  const failing = () => Promise.reject(new Error('broken'));
  const outcomes = await Promise.allSettled([kept('bb22', failing), kept('bb22', failing)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  expect((await kept('bb22', async () => Buffer.from('mended'))).toString()).toBe('mended');
});

it('gives a picture that cannot be kept, and says why', async () => {
  const heard: unknown[] = [];
  const kept = pictureCache('/dev/null/no-folder', (error) => heard.push(error));
  expect((await kept('cc33', async () => Buffer.from('picture'))).toString()).toBe('picture');
  expect(heard).toHaveLength(1);
});

it('takes away what was asked for longest ago, not what was made first', async () => {
  const kept = pictureCache(folder, neverMind, 100_000);
  const make = async () => Buffer.alloc(5000, 1);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  const fileOf = (key: string) => join(folder, key.slice(0, 2), key);
  for (const key of ['aa-hot', 'bb-cold']) {
    await kept(key, make);
    await utimes(fileOf(key), longAgo, longAgo);
  }
  for (let at = 0; at < 16; at++) await kept(`${at + 10}-new`, make);
  await later(20);
  await kept('aa-hot', make);
  await expect
    .poll(async () => (await stat(fileOf('aa-hot'))).mtimeMs)
    .toBeGreaterThan(longAgo.getTime() + 1000);
  for (let at = 16; at < 24; at++) await kept(`${at + 10}-new`, make);
  await expect.poll(() => stat(fileOf('bb-cold')).catch(() => 'gone')).toBe('gone');
  expect((await stat(fileOf('aa-hot'))).size).toBe(5000);
});

it('does not look through the folder for a first picture', async () => {
  for (let at = 0; at < 24; at++)
    await pictureCache(folder, neverMind)(`${at + 10}-old`, async () => Buffer.alloc(5000, 1));
  await pictureCache(folder, neverMind, 100_000)('aa-new', async () => Buffer.alloc(5000, 1));
  await later(50);
  expect(await readdir(folder)).toHaveLength(25);
});

it('runs no more at once than it may, in the order they came', async () => {
  const inTurn = atMost(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = (number: number) => async () => {
    started.push(number);
    most = Math.max(most, ++running);
    await later(number % 3);
    running -= 1;
    if (number === 4) throw new Error('one of them fails');
  };
  await Promise.allSettled(Array.from({ length: 12 }, (_, number) => inTurn(work(number))));
  expect(most).toBe(2);
  expect(started).toEqual(Array.from({ length: 12 }, (_, number) => number));
});
