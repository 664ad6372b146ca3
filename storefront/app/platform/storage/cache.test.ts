import { IDBFactory } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Cache, cacheTimings, entriesAfterPurge } from './cache.ts';
import { openCache } from './cache-db.ts';
import { cacheDatabase } from './database-names.ts';
import { freeSpace } from './free-space.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let clock = 0;
const plenty = async () => ({ usage: 1000, quota: 1_000_000 });

function cacheOf(parts: { open?: () => ReturnType<typeof openCache>; estimate?: typeof plenty } = {}) {
  const open = vi.fn(parts.open ?? openCache);
  return { open, cache: new Cache<object>({ now: () => ++clock, estimate: parts.estimate ?? plenty, open }) };
}

/** Reads an entry as another page does. */
const readOnAnotherPage = (key: string) => cacheOf().cache.get(key);

describe('the browser cache (OFF-4, spec accounts 9)', () => {
  test('the browser cache serves the next page from storage and this page from memory', async () => {
    const { cache, open } = cacheOf();
    await cache.put('tea', { total: 3 });
    expect(await cache.get('tea')).toEqual({ total: 3 });
    expect(open).toHaveBeenCalledTimes(1);
    expect(await readOnAnotherPage('tea')).toEqual({ total: 3 });
    expect(await readOnAnotherPage('coffee')).toBeUndefined();
  });

  test('the browser cache is not read any more after one error', async () => {
    const broken = cacheOf({ open: () => Promise.reject(new Error('forbidden')) });
    expect(await broken.cache.get('tea')).toBeUndefined();
    await broken.cache.get('tea');
    expect(broken.open).toHaveBeenCalledTimes(1);
  });

  test('the browser cache is not written any more after thirty errors but still serves from memory', async () => {
    const broken = cacheOf({ open: () => Promise.reject(new Error('forbidden')) });
    for (let time = 0; time < 40; time++) await broken.cache.put(`tea ${time}`, { time });
    expect(broken.open).toHaveBeenCalledTimes(30);
    expect(await broken.cache.get('tea 39')).toEqual({ time: 39 });
  });

  test('the browser cache gives up on a read or write that takes longer than 800 ms', async () => {
    vi.useFakeTimers();
    const slow = cacheOf({ open: () => new Promise(() => {}) });
    const reading = slow.cache.get('tea');
    await vi.advanceTimersByTimeAsync(cacheTimings.read - 1);
    let isThere = false;
    void reading.then(() => {
      isThere = true;
    });
    await Promise.resolve();
    expect(isThere).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await reading).toBeUndefined();
    const written = slow.cache.put('tea', {});
    await vi.advanceTimersByTimeAsync(cacheTimings.write);
    await written;
    expect([cacheTimings.read, cacheTimings.write, cacheTimings.iterate, cacheTimings.check]).toEqual([
      800, 800, 2000, 30_000,
    ]);
  });

  test('the browser cache over quota is purged down to the hundred most recently used entries', async () => {
    const { cache } = cacheOf({ estimate: async () => ({ usage: 900, quota: 1000 }) });
    for (let at = 0; at < entriesAfterPurge + 20; at++) await cache.put(`search ${at}`, { at });
    // Read again, so that it is among the most recently used.
    const page = cacheOf({ estimate: async () => ({ usage: 900, quota: 1000 }) });
    expect(await page.cache.get('search 0')).toEqual({ at: 0 });
    await vi.waitFor(async () => expect((await usedLast())[0]).toBe('search 0'));
    await cache.checkSize();
    const left = await usedLast();
    expect([left.length, left[0], left.at(-1)]).toEqual([entriesAfterPurge, 'search 0', 'search 21']);
  });

  test('the browser cache is not purged while there is free space', async () => {
    const { cache } = cacheOf();
    for (let at = 0; at < entriesAfterPurge + 5; at++) await cache.put(`search ${at}`, { at });
    await cache.checkSize();
    expect(await usedLast()).toHaveLength(entriesAfterPurge + 5);
  });

  test('the browser cache is deleted to free space for data that must not be lost, and works afterwards', async () => {
    const { cache } = cacheOf();
    await cache.put('tea', { total: 3 });
    const deleted: string[] = [];
    const emptied = async (request: string) => deleted.push(request);
    vi.stubGlobal('caches', {
      has: async () => true,
      open: async () => ({ keys: async () => ['/img/tea', '/img/oats'], delete: emptied }),
      delete: async (name: string) => deleted.push(name),
    });
    await freeSpace();
    expect(deleted).toEqual(['/img/tea', '/img/oats', 'fynbos-pictures']);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(cacheDatabase);
    await cache.put('coffee', { total: 1 });
    expect([await readOnAnotherPage('tea'), await readOnAnotherPage('coffee')]).toEqual([
      undefined,
      { total: 1 },
    ]);
  });
});

/** The keys of all entries, most recently used first. */
async function usedLast(): Promise<string[]> {
  const db = unwrap(await openCache());
  const request = db.transaction('entries').objectStore('entries').index('used_at').getAllKeys();
  await new Promise((done) => {
    request.onsuccess = done;
  });
  db.close();
  return (request.result as string[]).toReversed();
}
