import { describe, expect, test } from 'vitest';
import { nextPriceChange, withoutEndedPrice } from './price-dates.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const product = (from: string | null, to: string | null) => ({
  id: 1,
  sku: 'OATS',
  final_price_incl_tax: 29.99,
  original_price_incl_tax: 39.99,
  special_price_incl_tax: 29.99,
  special_from_date: from && `2026-11-20T${from}Z`,
  special_to_date: to && `2026-11-20T${to}Z`,
});

describe('special price dates on an open page (PDP-8, spec commerce 4)', () => {
  test.each([
    [
      'nextChange is the first instant of a special price',
      product('10:00:00.000', null),
      '09:59:59.999',
      '10:00:00.000',
    ],
    [
      'nextChange is the instant after the last one of a special price',
      product(null, '10:00:00.000'),
      '10:00:00.000',
      '10:00:00.001',
    ],
    [
      'nextChange is the end of a special price that has begun',
      product('10:00:00.000', '11:00:00.000'),
      '10:30:00',
      '11:00:00.001',
    ],
  ])('%s', (_, dated, now, next) => {
    expect(nextPriceChange([dated], at(now))).toBe(at(next));
  });

  test('nextChange returns the earliest change of several products, and undefined when all are past', () => {
    const several = [product(null, '12:00:00'), product('10:00:00', null), product(null, null)];
    expect(nextPriceChange(several, at('09:00:00'))).toBe(at('10:00:00'));
    expect(nextPriceChange(several, at('13:00:00'))).toBeUndefined();
    expect(nextPriceChange([], at('09:00:00'))).toBeUndefined();
  });

  test('withoutEndedSpecial returns the original price after the end of the special price, and not before', () => {
    const special = product(null, '10:00:00.000');
    expect(withoutEndedPrice(special, at('10:00:00.000'))).toBe(special);
    expect(withoutEndedPrice(special, at('10:00:00.001'))).toMatchObject({
      final_price_incl_tax: 39.99,
      special_price_incl_tax: 0,
    });
    const always = product(null, null);
    expect(withoutEndedPrice(always, at('10:00:00'))).toBe(always);
  });
});
