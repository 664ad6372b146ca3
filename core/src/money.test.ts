import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsToDecimal,
  centsToText,
  highestPrice,
  lessPercent,
  netToDecimal,
  parseDecimal,
  timesQuantity,
  withoutTax,
  withTax,
} from './money.ts';

describe('money (spec D16)', () => {
  test('withTax turns R100 net into R115 at 15 % VAT', () => {
    expect(withTax(1_000_000, 15)).toBe(11_500);
  });

  test('withTax rounds half a cent up', () => {
    expect(withTax(50, 0)).toBe(1);
    expect(withTax(49, 0)).toBe(0);
  });

  test('withoutTax and withTax give back an inclusive price exactly, at any rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.oneof(
          fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2),
          fc.constant(8.875),
        ),
        (cents, rate) => {
          expect(withTax(withoutTax(cents, rate), rate)).toBe(cents);
        },
      ),
    );
  });

  test('lessPercent deducts a percentage to the cent, half up', () => {
    expect(lessPercent(29_999, 10)).toBe(26_999);
    expect(lessPercent(3999, 12.5)).toBe(3499);
    expect(lessPercent(5, 50)).toBe(3);
    expect(lessPercent(5, 100)).toBe(0);
  });

  test('timesQuantity rounds a fraction of a unit half up and is exact for the highest price', () => {
    expect(timesQuantity(12_999, 0.5)).toBe(6500);
    expect(timesQuantity(highestPrice, 10_000)).toBe(highestPrice * 10_000);
    expect(timesQuantity(highestPrice, 0.3333)).toBe(3_333_000_000);
  });

  test('centsToDecimal and netToDecimal write amounts as short decimals', () => {
    expect(centsToDecimal(21_304)).toBe(213.04);
    expect(netToDecimal(1_130_348)).toBe(113.0348);
    expect(centsToDecimal(-5)).toBe(-0.05);
  });

  test('centsToText writes two decimals, which parseDecimal reads back', () => {
    expect([9200, 5, 0, -2501, 100_000_000].map(centsToText)).toEqual([
      '92.00',
      '0.05',
      '0.00',
      '-25.01',
      '1000000.00',
    ]);
    fc.assert(fc.property(fc.maxSafeInteger(), (cents) => parseDecimal(centsToText(cents), 2) === cents));
  });

  test('parseDecimal reads digit by digit and rejects text it cannot represent', () => {
    expect(parseDecimal('129.99', 2)).toBe(12_999);
    expect(parseDecimal('19.9', 4)).toBe(199_000);
    expect(parseDecimal('-3', 2)).toBe(-300);
    expect(parseDecimal('1.50000', 2)).toBe(150);
    for (const wrong of ['', 'R10', '1,50', '1.005', '1e3', 'NaN', '.5', '99999999999999999']) {
      expect(parseDecimal(wrong, 2)).toBeUndefined();
    }
  });
});
