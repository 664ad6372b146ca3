import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceFields } from './document-prices.ts';
import { everyGroup, priceOf, type SourcePrice } from './price.ts';
import { priceAtQuantity, quantityPrices } from './tier-prices.ts';

const vat = 15;
const now = new Date('2026-07-01T10:00:00Z');
const group = 2;
const price = fc.integer({ min: 1, max: 50_000_000 });
const tier = fc.record({
  customer_group_id: fc.constantFrom(group, everyGroup),
  qty: fc.integer({ min: 1, max: 9 }),
  value: price,
});
const source = fc.record({
  price,
  special_price: fc.option(price),
  special_from_date: fc.constant(null),
  special_to_date: fc.constant(null),
  tiers: fc.array(tier, { maxLength: 4 }),
});

test('priceAtQuantity returns the price that the cart charges for every quantity', () => {
  fc.assert(
    fc.property(source, fc.integer({ min: 1, max: 10 }), (of: SourcePrice, quantity) => {
      const shown = priceOf(of, vat, now, { group, quantity: 1 });
      const { tier_prices } = sourceFields(of, vat);
      const { final_incl_tax } = priceOf(of, vat, now, { group, quantity });
      expect(priceAtQuantity(shown, tier_prices, quantity).final_incl_tax).toBe(final_incl_tax);
    }),
  );
});

test('quantityPrices lists the quantities from which the price is lower', () => {
  const tier = (qty: number, value: number) => ({
    ...{ customer_group_id: everyGroup, qty, value },
    value_incl_tax: value,
  });
  const tiers = [tier(24, 7), tier(6, 8), tier(12, 9), tier(1, 9.5)];
  const price = priceOf(
    { price: 10_0000, special_price: null, special_from_date: null, special_to_date: null },
    0,
    now,
  );
  expect(quantityPrices(tiers, (quantity) => priceAtQuantity(price, tiers, quantity))).toEqual([
    { qty: 6, unit: 800 },
    { qty: 24, unit: 700 },
  ]);
});
