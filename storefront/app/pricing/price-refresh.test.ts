import { describe, expect, test } from 'vitest';
import { withPrice } from './price-refresh.ts';

const now = new Date('2026-11-20T10:00:00Z');
const product = {
  id: 58,
  sku: 'OATS',
  name: 'Oats',
  final_price_incl_tax: 120,
  original_price_incl_tax: 120,
};
const item = (final_price: number, regular_price: number, special_price: number) => ({
  id: 58,
  sku: 'OATS',
  price_info: {
    final_price,
    regular_price,
    special_price,
    minimal_price: final_price,
    max_price: final_price,
    extension_attributes: {
      tax_adjustments: { final_price: 80, regular_price: 100, special_price: special_price && 80 },
    },
  },
});

describe('withPrice with a price of the render list (PDP-8, wire contract 1.6 and 4.9)', () => {
  test('replaces the price of the page, and is current as of now', () => {
    expect(withPrice(product, [item(92, 115, 92)], now)).toEqual({
      ...product,
      final_price_incl_tax: 92,
      original_price_incl_tax: 115,
      special_price_incl_tax: 92,
      final_price: 80,
      original_price: 100,
      special_price: 80,
      price_is_current: true,
      price_refreshed_at: '2026-11-20T10:00:00.000Z',
    });
  });

  test('is not a special price when it is not below the regular price', () => {
    expect(withPrice(product, [item(115, 115, 120)], now)).toMatchObject({ special_price_incl_tax: 0 });
  });

  test('leaves the price of the page and marks it as not current when the list has no price', () => {
    expect(withPrice(product, [], now)).toEqual({
      ...product,
      price_is_current: false,
      price_refreshed_at: null,
    });
  });
});
