import { describe, expect, test } from 'vitest';
import { bySize, isCapacity, unitPrice } from './unit-price.ts';

describe('the price of a kilogram, a litre or a piece', () => {
  test('is read from the size on the pack', () => {
    expect(unitPrice(24.99, '500g')).toEqual({ amount: 49.98, unit: 'kg' });
    expect(unitPrice(30, '1.5 L')).toEqual({ amount: 20, unit: 'l' });
    expect(unitPrice(59.4, '6 x 330ml')).toEqual({ amount: 30, unit: 'l' });
    expect(unitPrice(36, '12s')).toEqual({ amount: 3, unit: 'each' });
  });

  test('is left out where it says nothing new or cannot be known', () => {
    expect(unitPrice(20, '1kg')).toBeUndefined();
    for (const text of ['', 'family size', '0g', '500', 'g']) expect(unitPrice(20, text)).toBeUndefined();
  });
});

test('sizes are put in order whatever unit they are written in', () => {
  expect(['1 kg', '250 g', '2.5kg', '500g'].toSorted(bySize)).toEqual(['250 g', '500g', '1 kg', '2.5kg']);
  expect(['160 bags', '40 bags', '80 bags'].toSorted(bySize)).toEqual(['40 bags', '80 bags', '160 bags']);
  expect(['Red', 'Blue'].toSorted(bySize)).toEqual(['Red', 'Blue']);
});

test('the size of a thing that lasts is a capacity, not a quantity', () => {
  expect(isCapacity('Small Appliances')).toBe(true);
  expect(isCapacity('Maize meal')).toBe(false);
});
