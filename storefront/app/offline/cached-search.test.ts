import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepGroupToken } from '../accounts/session/group-token.ts';
import { cachedSearch, type FoundFrom, lastFound } from './cached-search.ts';

type Found = { total: number } & FoundFrom;

let kept: Map<string, object>;
const cache = {
  get: async (key: string) => kept.get(key),
  put: async (key: string, value: object) => void kept.set(key, value),
};

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  keepGroupToken(undefined);
  vi.unstubAllGlobals();
});

/** The shop answers when it is let. */
const shopSays = (total: number) => async () => {
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  return { total };
};
const noAnswer = () => Promise.reject(new Error('no answer'));
const search = (ask: () => Promise<{ total: number }>, text = 'tea') =>
  cachedSearch<{ total: number }>(['suggest', text], { ask, empty: { total: 0 } }, cache);

async function all(results: AsyncGenerator<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of results) found.push(one);
  return found;
}

describe('a search of the catalogue (SEA-4, accounts 4.9)', () => {
  test('asks the shop the first time, and keeps what it says', async () => {
    expect(await all(search(shopSays(3)))).toEqual([{ total: 3 }]);
    expect([...kept.values()]).toEqual([{ total: 3 }]);
  });

  test('shows what is kept first, flagged, then the fresh one, which is kept in its place', async () => {
    await all(search(shopSays(3)));
    expect(await all(search(shopSays(4)))).toEqual([{ total: 3, cache: true }, { total: 4 }]);
    expect([...kept.values()]).toEqual([{ total: 4 }]);
  });

  test('does not wait for what is kept where the shop is faster', async () => {
    await all(search(shopSays(3)));
    const slow = { ...cache, get: () => new Promise<undefined>(() => {}) };
    const quick = cachedSearch(
      ['suggest', 'tea'],
      { ask: async () => ({ total: 5 }), empty: { total: 0 } },
      slow,
    );
    expect(await all(quick)).toEqual([{ total: 5 }]);
  });

  test('raises when it fails while there is a network, after what is kept', async () => {
    await expect(all(search(noAnswer))).rejects.toThrow('no answer');
    await all(search(shopSays(3)));
    const results = search(noAnswer);
    expect((await results.next()).value).toEqual({ total: 3, cache: true });
    await expect(results.next()).rejects.toThrow('no answer');
  });

  test('without a network is what is kept, or an empty result flagged offline', async () => {
    await all(search(shopSays(3)));
    vi.stubGlobal('navigator', { onLine: false });
    expect(await all(search(noAnswer))).toEqual([{ total: 3, cache: true }]);
    expect(await all(search(noAnswer, 'coffee'))).toEqual([{ total: 0, offline: true, noresults: true }]);
    expect(await lastFound(search(noAnswer))).toEqual({ total: 3, cache: true });
  });

  test('with the prices of a group is never kept (decision 32)', async () => {
    keepGroupToken('group');
    expect(await all(search(shopSays(3)))).toEqual([{ total: 3 }]);
    expect(kept.size).toBe(0);
  });
});
