import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Cache, keptWhenPurged, patience } from './cache.ts';
import { openCache } from './cache-db.ts';
import { cacheDatabase } from './cache-names.ts';
import { makeRoom } from './make-room.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let clock = 0;
const plenty = async () => ({ usage: 1000, quota: 1_000_000 });

function cacheOf(parts: { open?: () => Promise<IDBDatabase>; estimate?: typeof plenty } = {}) {
  const open = vi.fn(parts.open ?? openCache);
  return { open, cache: new Cache<object>({ now: () => ++clock, estimate: parts.estimate ?? plenty, open }) };
}

/** What another page finds. */
const found = (key: string) => cacheOf().cache.get(key);

describe('what a browser keeps for later (OFF-4, accounts 9)', () => {
  test('is there for the next page, and the memory copy for this one', async () => {
    const { cache, open } = cacheOf();
    await cache.put('tea', { total: 3 });
    expect(await cache.get('tea')).toEqual({ total: 3 });
    expect(open).toHaveBeenCalledTimes(1);
    expect(await found('tea')).toEqual({ total: 3 });
    expect(await found('coffee')).toBeUndefined();
  });

  test('is not read any more after one error', async () => {
    const broken = cacheOf({ open: () => Promise.reject(new Error('forbidden')) });
    expect(await broken.cache.get('tea')).toBeUndefined();
    await broken.cache.get('tea');
    expect(broken.open).toHaveBeenCalledTimes(1);
  });

  test('is not written any more after thirty errors, and still known on this page', async () => {
    const broken = cacheOf({ open: () => Promise.reject(new Error('forbidden')) });
    for (let time = 0; time < 40; time++) await broken.cache.put(`tea ${time}`, { time });
    expect(broken.open).toHaveBeenCalledTimes(30);
    expect(await broken.cache.get('tea 39')).toEqual({ time: 39 });
  });

  test('is given up for this time when it takes longer than 800 ms', async () => {
    vi.useFakeTimers();
    const slow = cacheOf({ open: () => new Promise(() => {}) });
    const asked = slow.cache.get('tea');
    await vi.advanceTimersByTimeAsync(patience.read - 1);
    let isThere = false;
    void asked.then(() => {
      isThere = true;
    });
    await Promise.resolve();
    expect(isThere).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBeUndefined();
    const written = slow.cache.put('tea', {});
    await vi.advanceTimersByTimeAsync(patience.write);
    await written;
    expect([patience.read, patience.write, patience.iterate, patience.check]).toEqual([
      800, 800, 2000, 30_000,
    ]);
  });

  test('over quota is purged but for the hundred that were used last', async () => {
    const { cache } = cacheOf({ estimate: async () => ({ usage: 900, quota: 1000 }) });
    for (let at = 0; at < keptWhenPurged + 20; at++) await cache.put(`search ${at}`, { at });
    // Looked at again, so that it is among the last.
    const page = cacheOf({ estimate: async () => ({ usage: 900, quota: 1000 }) });
    expect(await page.cache.get('search 0')).toEqual({ at: 0 });
    await vi.waitFor(async () => expect((await usedLast())[0]).toBe('search 0'));
    await cache.checkSize();
    const left = await usedLast();
    expect([left.length, left[0], left.at(-1)]).toEqual([keptWhenPurged, 'search 0', 'search 21']);
  });

  test('is left as it is while there is room', async () => {
    const { cache } = cacheOf();
    for (let at = 0; at < keptWhenPurged + 5; at++) await cache.put(`search ${at}`, { at });
    await cache.checkSize();
    expect(await usedLast()).toHaveLength(keptWhenPurged + 5);
  });

  test('makes room for what must not be lost, and goes on afterwards', async () => {
    const { cache } = cacheOf();
    await cache.put('tea', { total: 3 });
    const gone: string[] = [];
    const emptied = async (request: string) => gone.push(request);
    vi.stubGlobal('caches', {
      has: async () => true,
      open: async () => ({ keys: async () => ['/img/tea', '/img/oats'], delete: emptied }),
      delete: async (name: string) => gone.push(name),
    });
    await makeRoom();
    expect(gone).toEqual(['/img/tea', '/img/oats', 'fynbos-pictures']);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(cacheDatabase);
    await cache.put('coffee', { total: 1 });
    expect([await found('tea'), await found('coffee')]).toEqual([undefined, { total: 1 }]);
  });
});

/** The keys of all that is kept, used last first. */
async function usedLast(): Promise<string[]> {
  const db = await openCache();
  const asked = db.transaction('entries').objectStore('entries').index('used_at').getAllKeys();
  await new Promise((done) => {
    asked.onsuccess = done;
  });
  db.close();
  return (asked.result as string[]).toReversed();
}
