import { expect, test } from 'vitest';
import { amountOf, differenceOf } from './amount.ts';

test('several units cost exactly as many times the unit price', () => {
  expect(amountOf(129.99, 3)).toBe(389.97);
  expect(amountOf(0.1, 3)).toBe(0.3);
});

test('a special saves exactly the difference', () => {
  expect(differenceOf(94.99, 79.99)).toBe(15);
  expect(differenceOf(0.3, 0.1)).toBe(0.2);
  expect(differenceOf(Number.NaN, 1)).toBeNaN();
});
