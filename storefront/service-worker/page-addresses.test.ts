import { describe, expect, test } from 'vitest';
import { dataKey, homeOf, isFrame, readAddress } from './page-addresses.ts';

const read = (path: string) => readAddress(new URL(path, 'https://shop.example'));

describe('readAddress', () => {
  test.each([
    ['/', 'document', '/', '/'],
    ['/_.data', 'data', '/', '/_.data'],
    ['/de/_.data', 'data', '/de', '/de.data'],
    ['/oats/', 'document', '/oats', '/oats'],
    ['/oats?sort=x&brand=y&gclid=1', 'document', '/oats?brand=y&sort=x', '/oats?brand=y&sort=x'],
    ['/oats.data?sort=x', 'data', '/oats?sort=x', '/oats.data?sort=x'],
    ['/oats.data?sort=x&_routes=a', 'data', '/oats?sort=x', '/oats.data?sort=x&_routes=a'],
    ['/oats.data?_routes=a', 'data', '/oats', '/oats.data?_routes=a'],
  ])('%s', (path, kind, page, key) => expect(read(path)).toEqual({ kind, page, key }));

  test('reads the data address of a page as that page', () => {
    for (const page of ['/', '/oats', '/oats?sort=x', '/de']) expect(read(dataKey(page)).page).toBe(page);
  });
});

test('homeOf returns the home of the store view that a page belongs to', () => {
  const homes = ['/', '/de'];
  expect(['/oats', '/de', '/de/oats', '/dear'].map((page) => homeOf(page, homes))).toEqual([
    '/',
    '/de',
    '/de',
    '/',
  ]);
});

test.each([
  ['/', true],
  ['/_.data', true],
  ['/de', true],
  ['/cart', true],
  ['/checkout.data', true],
  ['/de/search', true],
  ['/search?q=x', false],
  ['/de/search?q=x', false],
  ['/de/search.data?q=x', false],
  ['/pantry', false],
])('isFrame(%s) is %s, and a frame is never evicted', (key, is) =>
  expect(isFrame(key, ['/', '/de'])).toBe(is),
);
