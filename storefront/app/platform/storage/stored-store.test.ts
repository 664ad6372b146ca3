import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readText, writeText } from './browser-storage.ts';
import { type StoredStore, storedStore } from './stored-store.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const read = (stored: unknown) => ({ count: typeof stored === 'number' ? stored : 0 });
const written = (value: number) => JSON.stringify(value);
let counter: StoredStore<{ count: number } | number>;

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  counter = storedStore('count', read, 'session');
});
afterEach(() => vi.unstubAllGlobals());

test('a value is parsed when it is first read, and again only after its text changed', () => {
  writeText('count', written(3), 'session');
  expect(counter.get()).toEqual({ count: 3 });
  expect(counter.get()).toBe(counter.get());
  // Such as a logout, which deletes all personal data.
  writeText('count', null, 'session');
  expect(counter.get()).toEqual({ count: 0 });
});

test('a value is stored under its key in its area, and undefined deletes it', () => {
  expect(counter.set(4)).toBe(true);
  expect([readText('count', 'session'), readText('count'), counter.get()]).toEqual(['4', null, 4]);
  expect(counter.set(undefined)).toBe(true);
  expect([readText('count', 'session'), counter.get()]).toEqual([null, { count: 0 }]);
});

test('subscribers are notified of changes here, and of those in other tabs', () => {
  const listener = vi.fn();
  const unsubscribe = counter.subscribe(listener);
  counter.set(5);
  for (const key of ['count', 'another', null]) dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(listener).toHaveBeenCalledTimes(3);
  unsubscribe();
  counter.set(6);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('without storage a value lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(counter.get()).toEqual({ count: 0 });
  expect([counter.set(7), counter.get()]).toEqual([false, 7]);
});
