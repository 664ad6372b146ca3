import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetSearch, recentSearches, rememberSearch } from './recent-searches.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('recent searches (spec D63)', () => {
  test('rememberSearch puts the newest first, each text once', () => {
    for (const text of ['milk', ' maize  meal ', 'Milk']) rememberSearch(text);
    expect(recentSearches.get()).toEqual(['Milk', 'maize meal']);
  });

  test('rememberSearch stores eight searches and none that is too short', () => {
    for (let search = 10; search < 20; search++) rememberSearch(`tea ${search}`);
    rememberSearch('te');
    expect(recentSearches.get()).toHaveLength(8);
    expect(recentSearches.get()[0]).toBe('tea 19');
  });

  test('forgetSearch removes one, and an empty list leaves nothing in storage', () => {
    rememberSearch('milk');
    rememberSearch('tea');
    forgetSearch('milk');
    expect(recentSearches.get()).toEqual(['tea']);
    forgetSearch('tea');
    expect(localStorage.getItem('recent-searches')).toBeNull();
  });

  test('recentSearches drops stored values that are no searches', () => {
    localStorage.setItem('recent-searches', '["milk", 7, null, "x", {"text": "tea"}]');
    expect(recentSearches.get()).toEqual(['milk']);
    localStorage.setItem('recent-searches', '{"milk": 1}');
    expect(recentSearches.get()).toEqual([]);
  });
});
