import { describe, expect, test } from 'vitest';
import { maxPurchasable, quantityProblem, unitsLeft } from './quantity.ts';

describe('a quantity (spec commerce 5, spec D23)', () => {
  test('may be what is available, and no more', () => {
    expect(quantityProblem('5', 5)).toBeUndefined();
    expect(quantityProblem('6', 5)).toBe('too_many');
  });

  test('is a whole number above 0', () => {
    expect(quantityProblem('0', 5)).toBe('not_positive');
    expect(quantityProblem('-2', 5)).toBe('not_positive');
    for (const typed of ['', '1.5', '1e3', 'two', '1 2']) expect(quantityProblem(typed, 5)).toBe('not_whole');
  });

  test('has no upper end where stock is not managed or may be back-ordered', () => {
    expect(quantityProblem('5000', undefined)).toBeUndefined();
    expect(maxPurchasable({ qty: 3, manage_stock: false })).toBeUndefined();
    expect(maxPurchasable({ qty: 3, manage_stock: true, backorders: 1 })).toBeUndefined();
  });

  test('is at most what one sale takes, even where more are left', () => {
    expect(maxPurchasable({ qty: 3, manage_stock: true, max_sale_qty: 2 })).toBe(2);
    expect(maxPurchasable({ qty: 1, manage_stock: true, max_sale_qty: 2 })).toBe(1);
    expect(maxPurchasable({ qty: 0, manage_stock: false, max_sale_qty: 10_000 })).toBe(10_000);
    expect(unitsLeft({ qty: 3, manage_stock: true, max_sale_qty: 2 })).toBe(3);
  });

  test('counts whole pieces of what is left, never below 0', () => {
    expect(maxPurchasable({ qty: 3.7, manage_stock: true })).toBe(3);
    expect(maxPurchasable({ qty: -2, manage_stock: true })).toBe(0);
  });
});
