import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrice } from './amount.ts';
import { bySize, cheapestByMeasure, measureOf } from './unit-price.ts';

const priceOfPack = (inclTax: number, packsize: string) => unitPrice(inclTax, measureOf(packsize));

describe('the price of what can be compared', () => {
  test('is read from the size on the pack', () => {
    expect(priceOfPack(24.99, '500g')).toEqual({ amount: 49.98, unit: 'kg' });
    expect(priceOfPack(30, '1.5 L')).toEqual({ amount: 20, unit: 'l' });
    expect(priceOfPack(59.4, '6 x 330ml')).toEqual({ amount: 30, unit: 'l' });
    expect(priceOfPack(36, '12s')).toEqual({ amount: 3, unit: 'each' });
    expect(priceOfPack(30, '1,5 L')).toEqual({ amount: 20, unit: 'l' });
    for (const size of ['12 Stück', '12 bustine']) expect(priceOfPack(36, size)?.amount).toBe(3);
  });

  test('is that of 100 g or ml for small packs, up to 250', () => {
    expect(priceOfPack(19.99, '50 g')).toEqual({ amount: 39.98, unit: '100g' });
    expect(priceOfPack(25, '250ml')).toEqual({ amount: 10, unit: '100ml' });
    expect(priceOfPack(25, '251 ml')?.unit).toBe('l');
    expect(priceOfPack(44.99, '20 bags')?.unit).toBe('each');
  });

  test('is left out where it says nothing new or cannot be known', () => {
    for (const text of ['1kg', '100 g', '1 L', '1 pack']) expect(priceOfPack(20, text)).toBeUndefined();
    for (const text of ['', 'family size', '0g', '500', 'g']) expect(priceOfPack(20, text)).toBeUndefined();
    expect(priceOfPack(0, '500 g')).toBeUndefined();
    expect(priceOfPack(Number.NaN, '500 g')).toBeUndefined();
  });

  test('is the price of the pack again, within half a cent a unit, for any size', () => {
    const size = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), size, (cents, grams) => {
        const found = priceOfPack(cents / 100, `${grams} g`);
        if (!found) return;
        const units = grams / (found.unit === '100g' ? 100 : 1000);
        expect(Math.abs(found.amount * 100 * units - cents)).toBeLessThanOrEqual(units * 0.5 + 1e-6);
      }),
    );
  });
});

describe('the cheapest of several packs', () => {
  const packs = (...sizes: [string, number][]) =>
    sizes.map(([size, inclTax]) => ({ size, inclTax, measure: measureOf(size) }));

  test('is the one that has most for the money, whatever unit it is shown by', () => {
    expect(cheapestByMeasure(packs(['1 kg', 90], ['200 g', 19], ['5 kg', 400]))?.size).toBe('5 kg');
    expect(cheapestByMeasure(packs(['1 kg', 120], ['200 g', 19]))?.size).toBe('200 g');
  });

  test('is unknown when one has no size, or they are measured by different things', () => {
    expect(cheapestByMeasure(packs(['1 kg', 90], ['', 19]))).toBeUndefined();
    expect(cheapestByMeasure(packs(['1 kg', 90], ['1 L', 19]))).toBeUndefined();
    expect(cheapestByMeasure([])).toBeUndefined();
  });
});

test('sizes are put in order whatever unit they are written in', () => {
  expect(['1 kg', '250 g', '2.5kg', '500g'].toSorted(bySize)).toEqual(['250 g', '500g', '1 kg', '2.5kg']);
  expect(['160 bags', '40 bags', '80 bags'].toSorted(bySize)).toEqual(['40 bags', '80 bags', '160 bags']);
  expect(['Red', 'Blue'].toSorted(bySize)).toEqual(['Red', 'Blue']);
});
