import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

test('several units cost exactly as many times the unit price', () => {
  expect(amountOf(129.99, 3)).toBe(389.97);
  expect(amountOf(0.1, 3)).toBe(0.3);
});
