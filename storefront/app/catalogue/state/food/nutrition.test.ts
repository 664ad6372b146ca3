import { expect, test } from 'vitest';
import { perServing } from './nutrition.ts';

test('perServing rounds to the digits of a nutrition label', () => {
  expect(perServing(1546, 40)).toBe(618);
  expect(perServing(12.5, 40)).toBe(5);
  expect(perServing(1.3, 30)).toBe(0.39);
  expect(perServing(0, 30)).toBe(0);
});
