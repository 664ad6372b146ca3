import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToDecimal } from '../money.ts';
import { locales } from '../shop.ts';
import { formatFor, formatPrice, randFormat } from './price-format.ts';

describe('formatPrice (SHOP-1, wire contract 4.10)', () => {
  test('writes 1234.5 as R1,234.50: symbol, amount, two decimals', () => {
    expect(formatPrice(1234.5)).toBe('R1,234.50');
    expect(formatPrice(0)).toBe('R0.00');
  });

  test('groups all thousands (the contract replaces the first separator only, a BUG)', () => {
    expect(formatPrice(1234567.8)).toBe('R1,234,567.80');
    const european = { ...randFormat, group: '.', decimal: ',' };
    expect(formatPrice(1234567.8, european)).toBe('R1.234.567,80');
  });

  test('puts a minus before a negative amount', () => {
    expect(formatPrice(-12.5)).toBe('-R12.50');
    expect(formatPrice(-0.001)).toBe('R0.00');
  });

  test('returns a non-number unchanged', () => {
    expect(formatPrice('soon')).toBe('soon');
    expect(formatPrice(undefined)).toBeUndefined();
    expect(formatPrice(Number.NaN)).toBeNaN();
  });

  test('takes separators and the position of the symbol from the configuration', () => {
    expect(formatPrice(1234.5, { ...randFormat, group: ' ', decimal: ',' })).toBe('R1 234,50');
    expect(formatPrice(-1234.5, { ...randFormat, sign: '€', pattern: '{amount} {sign}' })).toBe(
      '-1,234.50 €',
    );
  });

  test('loses no cent in any language', () => {
    const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });
    fc.assert(
      fc.property(cents, fc.constantFrom(...locales), (amount, locale) => {
        const format = formatFor({ currencySign: 'R' }, locale);
        const written = String(formatPrice(centsToDecimal(amount), format));
        const digits = Number(written.replace(/\D/g, ''));
        expect(written.startsWith('-') ? -digits : digits).toBe(amount);
      }),
    );
  });
});
