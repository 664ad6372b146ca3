import { expect, test } from 'vitest';
import { isCataloguePath, isFilePath, isFixedRoute, routeInRightCase } from './fixed-routes.ts';

test.each([
  'checkout',
  '/checkout',
  'My-Account/orders',
  'p/anything',
  'de/oats',
  'Account/Reset-Password',
  'sale',
  'robots.txt',
])('isFixedRoute reserves %s', (path) => {
  expect(isFixedRoute(path)).toBe(true);
});

test.each(['rolled-oats', 'pantry/sale', 'checkout-counter-sweets', 'demo', ''])(
  'isFixedRoute leaves %s to the catalogue',
  (path) => {
    expect(isFixedRoute(path)).toBe(false);
  },
);

test.each(['oats.php', 'oats.png', 'pantry/Oats.JPG', 'de/oats.php', '/assets/oats', '/oats.png', 'sw.js'])(
  'isFilePath refuses a page at %s',
  (path) => {
    expect([isFilePath(path), isCataloguePath(path)]).toEqual([true, false]);
  },
);

test.each([
  '/p/OATS/oats/OATS.PNG',
  '/review/oats.gif',
  '/de/review/oats.gif',
  '/c/oats.php',
  '/pages/a.css',
])('isFilePath leaves %s to its route', (path) => {
  expect(isFilePath(path)).toBe(false);
});

test.each(['oats.html', 'oats-2.5-kg', 'pantry/st.-helena', 'овёс', 'php', 'data'])(
  'isCataloguePath accepts %s',
  (path) => {
    expect(isCataloguePath(path)).toBe(true);
  },
);

test('a path of the catalogue does not end like the data of a page', () => {
  for (const path of ['oats.data', 'pantry/oats.DATA']) {
    expect([isFilePath(path), isCataloguePath(path)], path).toEqual([false, false]);
  }
});

test('the one route with a capital letter keeps it', () => {
  expect([routeInRightCase('/storePageBlock'), routeInRightCase('/de/storePageBlock')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(routeInRightCase('/STOREPAGEBLOCK')).toBe('/storePageBlock');
});
