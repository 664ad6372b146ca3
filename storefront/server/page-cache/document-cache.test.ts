import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentCache } from './document-cache.ts';
import type { Page } from './page.ts';

function page(tags: string[] = ['product'], size = 1000): Page {
  return {
    ...{ status: 200, headers: {}, cookies: [], mark: 'keep', kind: 'product' },
    ...{ bodies: { identity: Buffer.alloc(size) }, tags },
  };
}

describe('DocumentCache', () => {
  test('returns a stored page until it expires', () => {
    const cache = new DocumentCache({ bytes: 100_000, seconds: 10 });
    const stored = page();
    cache.set('a', stored, 0);
    expect(cache.get('a', 9_999)).toBe(stored);
    expect(cache.get('a', 10_000)).toBeUndefined();
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });

  test('evicts the least recently used page first', () => {
    const cache = new DocumentCache({ bytes: 10_000, seconds: 10 });
    for (const key of ['a', 'b', 'c']) cache.set(key, page(), 0);
    cache.get('a', 1);
    cache.set('d', page(), 1);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 2))).toEqual(['a', 'c', 'd']);
  });

  test('evicts no page for one that is larger than the cache', () => {
    const cache = new DocumentCache({ bytes: 10_000, seconds: 10 });
    cache.set('a', page(), 0);
    cache.set('huge', page(['product'], 20_000), 0);
    expect([cache.get('a', 1), cache.get('huge', 1)]).toEqual([expect.anything(), undefined]);
  });

  test('invalidates by tag, returns how many pages, and counts the change', () => {
    const cache = new DocumentCache({ bytes: 100_000, seconds: 10 });
    cache.set('list', page(['P1', 'P2', 'C3']), 0);
    cache.set('one', page(['P1']), 0);
    cache.set('two', page(['P2']), 0);
    expect(cache.invalidate(['P1', 'P9'])).toBe(2);
    expect([cache.changes, cache.size.pages]).toEqual([1, 1]);
    cache.clear();
    expect([cache.changes, cache.size]).toEqual([2, { pages: 0, bytes: 0 }]);
  });

  test('tracks the changes since a page was started, and treats untracked ones as changed', () => {
    const cache = new DocumentCache({ bytes: 100_000, seconds: 10 });
    const since = cache.changes;
    cache.invalidate(['P1', 'home']);
    expect(cache.hasChanged(['product', 'P2'], since)).toBe(false);
    expect(cache.hasChanged(['product', 'P1'], since)).toBe(true);
    expect(cache.hasChanged(['P1'], cache.changes)).toBe(false);
    const later = cache.changes;
    cache.invalidate(Array.from({ length: 10_000 }, (_, at) => `P${at + 100}`));
    expect(cache.hasChanged(['P2'], since)).toBe(true);
    expect(cache.hasChanged(['P2'], later)).toBe(false);
    cache.clear();
    expect(cache.hasChanged(['P2'], later)).toBe(true);
  });

  test('never exceeds its byte limit and never returns an invalidated page', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const tag = fc.constantFrom('P1', 'P2', 'P3');
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, tags: fc.uniqueArray(tag), size: fc.nat(6000) }),
      fc.record({ do: fc.constant('get' as const), key }),
      fc.record({ do: fc.constant('invalidate' as const), tag }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new DocumentCache({ bytes: 15_000, seconds: 10 });
        const tagsNow = new Map<string, string[]>();
        for (const command of steps) {
          if (command.do === 'set') {
            cache.set(command.key, page(command.tags, command.size), 0);
            tagsNow.set(command.key, command.tags);
          } else if (command.do === 'invalidate') {
            cache.invalidate([command.tag]);
            for (const [storedKey, tags] of tagsNow)
              if (tags.includes(command.tag)) tagsNow.delete(storedKey);
          } else if (cache.get(command.key, 1)) {
            expect(tagsNow.has(command.key)).toBe(true);
          }
          expect(cache.size.bytes).toBeLessThanOrEqual(15_000);
        }
      }),
    );
  });
});
