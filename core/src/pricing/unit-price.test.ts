import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrice } from './line-amount.ts';
import { bySize, cheapestByMeasure, measureOf, wholeUnitPrice } from './unit-price.ts';

const unitPriceOf = (inclTax: number, packsize: string) => unitPrice(inclTax, measureOf(packsize));

describe('unitPrice of a pack size', () => {
  test('is read from the size on the pack', () => {
    expect(unitPriceOf(24.99, '500g')).toEqual({ amount: 49.98, unit: 'kg' });
    expect(unitPriceOf(30, '1.5 L')).toEqual({ amount: 20, unit: 'l' });
    expect(unitPriceOf(59.4, '6 x 330ml')).toEqual({ amount: 30, unit: 'l' });
    expect(unitPriceOf(36, '12s')).toEqual({ amount: 3, unit: 'each' });
    expect(unitPriceOf(30, '1,5 L')).toEqual({ amount: 20, unit: 'l' });
    for (const size of ['12 Stück', '12 bustine']) expect(unitPriceOf(36, size)?.amount).toBe(3);
  });

  test('is per 100 g or ml for packs up to 250', () => {
    expect(unitPriceOf(19.99, '50 g')).toEqual({ amount: 39.98, unit: '100g' });
    expect(unitPriceOf(25, '250ml')).toEqual({ amount: 10, unit: '100ml' });
    expect(unitPriceOf(25, '251 ml')?.unit).toBe('l');
    expect(unitPriceOf(44.99, '20 bags')?.unit).toBe('each');
  });

  test('is the price itself for a pack of one unit', () => {
    for (const [text, unit] of [
      ['1kg', 'kg'],
      ['100 g', '100g'],
      ['1 L', 'l'],
      ['1 pack', 'each'],
    ] as const)
      expect(unitPriceOf(20, text)).toEqual({ amount: 20, unit });
  });

  test('is undefined when it cannot be computed', () => {
    for (const text of ['', 'family size', '0g', '500', 'g']) expect(unitPriceOf(20, text)).toBeUndefined();
    expect(unitPriceOf(0, '500 g')).toBeUndefined();
    expect(unitPriceOf(Number.NaN, '500 g')).toBeUndefined();
  });

  test('times the size is the pack price, within half a cent per unit', () => {
    const size = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), size, (cents, grams) => {
        const price = unitPriceOf(cents / 100, `${grams} g`);
        if (!price) return;
        const units = grams / (price.unit === '100g' ? 100 : 1000);
        expect(Math.abs(price.amount * 100 * units - cents)).toBeLessThanOrEqual(units * 0.5 + 1e-6);
      }),
    );
  });
});

describe('cheapestByMeasure', () => {
  const offers = (...sizes: [string, number][]) =>
    sizes.map(([size, inclTax]) => ({ size, inclTax, measure: measureOf(size) }));

  test('returns the pack with the lowest unit price, whatever its unit', () => {
    expect(cheapestByMeasure(offers(['1 kg', 90], ['200 g', 19], ['5 kg', 400]))?.size).toBe('5 kg');
    expect(cheapestByMeasure(offers(['1 kg', 120], ['200 g', 19]))?.size).toBe('200 g');
  });

  test('returns undefined when sizes are missing or not comparable', () => {
    expect(cheapestByMeasure(offers(['1 kg', 90], ['', 19]))).toBeUndefined();
    expect(cheapestByMeasure(offers(['1 kg', 90], ['1 L', 19]))).toBeUndefined();
    expect(cheapestByMeasure([])).toBeUndefined();
  });
});

test('wholeUnitPrice is per kilogram, litre or item, also for small packs', () => {
  const whole = (size: string, inclTax: number) => wholeUnitPrice({ inclTax, measure: measureOf(size) });
  expect([whole('200 g', 19), whole('2 L', 19), whole('6s', 30)]).toEqual([95, 9.5, 5]);
  expect([whole('', 19), whole('1 kg', 0)]).toEqual([undefined, undefined]);
});

test('bySize sorts sizes across units', () => {
  expect(['1 kg', '250 g', '2.5kg', '500g'].toSorted(bySize)).toEqual(['250 g', '500g', '1 kg', '2.5kg']);
  expect(['160 bags', '40 bags', '80 bags'].toSorted(bySize)).toEqual(['40 bags', '80 bags', '160 bags']);
  expect(['Red', 'Blue'].toSorted(bySize)).toEqual(['Red', 'Blue']);
});
