import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToDecimal, decimalToCents } from '../money.ts';
import { amountOf, differenceOf } from './line-amount.ts';

describe('amountOf (wire contract 4.8, spec D16)', () => {
  test('is a multiple of the unit price', () => {
    expect(amountOf(129.99, 3)).toBe(389.97);
    expect(amountOf(0.1, 3)).toBe(0.3);
    expect(amountOf(1, 1) + amountOf(2, 2)).toBe(5);
  });

  test('rounds half up for a fractional quantity', () => {
    expect(amountOf(129.99, 0.5)).toBe(65);
    expect(amountOf(19.99, 1.25)).toBe(24.99);
  });

  test('is quantity times unit price to the cent, for every price and quantity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, quantity) => {
          expect(decimalToCents(amountOf(centsToDecimal(cents), quantity))).toBe(cents * quantity);
        },
      ),
    );
  });
});

test('differenceOf is exact', () => {
  expect(differenceOf(94.99, 79.99)).toBe(15);
  expect(differenceOf(0.3, 0.1)).toBe(0.2);
  expect(differenceOf(Number.NaN, 1)).toBeNaN();
});
