import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceChangesAt, priceFields, priceOf, type SourcePrice } from './price.ts';

const now = new Date('2026-11-20T10:00:00Z');
const plain: SourcePrice = {
  price: 1_000_000,
  special_price: null,
  special_from_date: null,
  special_to_date: null,
};

describe('the price of one unit (commerce 4, worked examples of the wire contract 4.2)', () => {
  test('A: 100 net is 115 with VAT', () => {
    expect(priceFields(priceOf(plain, 15, now))).toMatchObject({
      price: 100,
      price_tax: 15,
      price_incl_tax: 115,
      special_price: 0,
      final_price_incl_tax: 115,
    });
  });

  test('C: an active special becomes the price and the original is kept', () => {
    expect(priceFields(priceOf({ ...plain, special_price: 800_000 }, 15, now))).toMatchObject({
      price: 80,
      price_incl_tax: 92,
      original_price: 100,
      original_price_incl_tax: 115,
      special_price_incl_tax: 92,
    });
  });

  test('D and E: an expired special, or one above the price, does not count', () => {
    const expired = { ...plain, special_price: 800_000, special_to_date: '2020-01-01T00:00:00Z' };
    expect(priceOf(expired, 15, now).final_incl_tax).toBe(11_500);
    expect(priceOf({ ...plain, special_price: 1_200_000 }, 15, now).final_incl_tax).toBe(11_500);
  });

  test('J: without a matching rate the special price stands untaxed, not at 0', () => {
    const fields = priceFields(priceOf({ ...plain, special_price: 800_000 }, 0, now));
    expect(fields).toMatchObject({ price_incl_tax: 80, special_price_incl_tax: 80, price_tax: 0 });
  });

  test('the ends of the special belong to it', () => {
    const dated = {
      ...plain,
      special_price: 800_000,
      special_from_date: '2026-11-20T10:00:00.000Z',
      special_to_date: '2026-11-20T11:00:00.000Z',
    };
    expect(priceOf(dated, 15, now).special).toBe(800_000);
    expect(priceOf(dated, 15, new Date('2026-11-20T11:00:00.001Z')).special).toBe(0);
    expect(priceChangesAt(dated, now)).toEqual(new Date('2026-11-20T11:00:00.001Z'));
  });

  test('price with tax is never below price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000_000 }),
        fc.integer({ min: 0, max: 30 }),
        (price, rate) => {
          const fields = priceFields(priceOf({ ...plain, price }, rate, now));
          expect(fields.price_incl_tax).toBeGreaterThanOrEqual(fields.price - 0.005);
        },
      ),
    );
  });
});
