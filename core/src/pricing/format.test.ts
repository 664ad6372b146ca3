import { expect, test } from 'vitest';
import { formatPrice, randFormat } from './format.ts';

test('sign, then amount, two decimals, thousands grouped throughout (SHOP-1)', () => {
  expect(formatPrice(1234.5)).toBe('R1,234.50');
  expect(formatPrice(1234567.8)).toBe('R1,234,567.80');
  expect(formatPrice(0)).toBe('R0.00');
});

test('a negative amount leads with a minus', () => {
  expect(formatPrice(-12.5)).toBe('-R12.50');
});

test('what is no number comes back unchanged', () => {
  expect(formatPrice('soon')).toBe('soon');
  expect(formatPrice(undefined)).toBeUndefined();
  expect(formatPrice(Number.NaN)).toBeNaN();
});

test('separators come from the configuration', () => {
  expect(formatPrice(1234.5, { ...randFormat, group: ' ', decimal: ',' })).toBe('R1 234,50');
});
