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
])('isFixedRoute reserves %s', (path) => {
  expect(isFixedRoute(path)).toBe(true);
});

test.each(['rolled-oats', 'pantry/sale', 'checkout-counter-sweets', 'demo', ''])(
  'isFixedRoute leaves %s to the catalogue',
  (path) => {
    expect(isFixedRoute(path)).toBe(false);
  },
);
