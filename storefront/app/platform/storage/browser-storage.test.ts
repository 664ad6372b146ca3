import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readText, storedKeys, storedValue, writeText } from './browser-storage.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const isCount = (value: unknown): value is number => typeof value === 'number';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

test('a stored value is read back from its area until it is deleted', () => {
  const count = storedValue('count', isCount, 'session');
  expect(count.write(3)).toBe(true);
  expect(count.read()).toBe(3);
  expect(readText('count')).toBeNull();
  count.write(undefined);
  expect(readText('count', 'session')).toBeNull();
});

test.each(['{', '"three"', 'null'])('the invalid text %s is read as no value', (text) => {
  writeText('count', text);
  expect(storedValue('count', isCount).read()).toBeUndefined();
});

test('forbidden storage reads as empty and refuses writes', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect([readText('count'), writeText('count', '1'), writeText('count', null)]).toEqual([
    null,
    false,
    false,
  ]);
  expect(storedKeys()).toEqual([]);
});

test('a failed write is logged once for each cause', async () => {
  // Another test may have failed with the same cause: this one has modules of its own.
  vi.resetModules();
  const { writeText } = await import('./browser-storage.ts');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const failing = (name: string) =>
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('no', name);
      },
    });
  for (const cause of ['QuotaExceededError', 'NotAllowedError', 'QuotaExceededError']) {
    failing(cause);
    expect(writeText('count', '1')).toBe(false);
  }
  expect(warn.mock.calls).toEqual([
    ['Storage cannot be written: QuotaExceededError'],
    ['Storage cannot be written: NotAllowedError'],
  ]);
  warn.mockRestore();
});
