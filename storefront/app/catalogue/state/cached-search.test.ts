import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setGroupToken } from '../../platform/session/group-token.ts';
import { cachedSearch, type FoundFrom, lastFound } from './cached-search.ts';

type Found = { total: number } & FoundFrom;

let entries: Map<string, object>;
const cache = {
  get: async (key: string) => entries.get(key),
  put: async (key: string, value: object) => void entries.set(key, value),
};

beforeEach(() => {
  entries = new Map();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  setGroupToken(undefined);
  vi.unstubAllGlobals();
});

/** The shop responds after several microtasks. */
const shopReturns = (total: number) => async () => {
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  return { total };
};
const noResponse = () => Promise.reject(new Error('no answer'));
const search = (request: () => Promise<{ total: number }>, text = 'tea') =>
  cachedSearch<{ total: number }>(['suggest', text], { request, empty: { total: 0 } }, cache);

async function all(results: AsyncGenerator<Found>): Promise<Found[]> {
  const collected: Found[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

describe('a cached catalog search (SEA-4, spec accounts 4.9)', () => {
  test('a cached search requests the shop the first time and stores the result', async () => {
    expect(await all(search(shopReturns(3)))).toEqual([{ total: 3 }]);
    expect([...entries.values()]).toEqual([{ total: 3 }]);
  });

  test('a cached search yields the cached result first, flagged, then the fresh one, which replaces it', async () => {
    await all(search(shopReturns(3)));
    expect(await all(search(shopReturns(4)))).toEqual([{ total: 3, cache: true }, { total: 4 }]);
    expect([...entries.values()]).toEqual([{ total: 4 }]);
  });

  test('a cached search does not wait for the cache when the shop is faster', async () => {
    await all(search(shopReturns(3)));
    const slow = { ...cache, get: () => new Promise<undefined>(() => {}) };
    const quick = cachedSearch(
      ['suggest', 'tea'],
      { request: async () => ({ total: 5 }), empty: { total: 0 } },
      slow,
    );
    expect(await all(quick)).toEqual([{ total: 5 }]);
  });

  test('a cached search throws after the cached result when it fails while online', async () => {
    await expect(all(search(noResponse))).rejects.toThrow('no answer');
    await all(search(shopReturns(3)));
    const results = search(noResponse);
    expect((await results.next()).value).toEqual({ total: 3, cache: true });
    await expect(results.next()).rejects.toThrow('no answer');
  });

  test('a cached search yields the cached result offline, or an empty result flagged offline', async () => {
    await all(search(shopReturns(3)));
    vi.stubGlobal('navigator', { onLine: false });
    expect(await all(search(noResponse))).toEqual([{ total: 3, cache: true }]);
    expect(await all(search(noResponse, 'coffee'))).toEqual([{ total: 0, offline: true, noresults: true }]);
    expect(await lastFound(search(noResponse))).toEqual({ total: 3, cache: true });
  });

  test('a cached search never stores results with group prices (spec D32)', async () => {
    setGroupToken('group');
    expect(await all(search(shopReturns(3)))).toEqual([{ total: 3 }]);
    expect(entries.size).toBe(0);
  });
});
