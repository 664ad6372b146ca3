import { expect, test } from 'vitest';
import { isFixedRoute } from './fixed-routes.ts';

test.each([
  'checkout',
  '/checkout',
  'My-Account/orders',
  'p/anything',
  'de/oats',
  'Account/Reset-Password',
  'sale',
  'robots.txt',
])('nothing of the catalogue may stand at %s', (path) => {
  expect(isFixedRoute(path)).toBe(true);
});

test.each(['rolled-oats', 'pantry/sale', 'checkout-counter-sweets', 'demo', ''])('%s is free', (path) => {
  expect(isFixedRoute(path)).toBe(false);
});
