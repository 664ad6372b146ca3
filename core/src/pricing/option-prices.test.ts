import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChosenValue, withOptions } from './option-prices.ts';
import { priceOf, type ShopPrice, unknownPrice } from './price.ts';

const now = new Date('2026-11-20T10:00:00Z');
const costing = (net: number, special: number | null = null): ShopPrice =>
  priceOf({ price: net, special_price: special, special_from_date: null, special_to_date: null }, 15, now);
const fixed = (price: number, option_type_id = 1): ChosenValue => ({
  option_type_id,
  price,
  price_type: 'fixed',
});
const percent = (price: number): ChosenValue => ({ option_type_id: 2, price, price_type: 'percent' });

describe('withOptions (wire contract 4.6)', () => {
  const hundred = costing(1_000_000);

  test('prices 100 / 115 with 10 fixed and 20 percent at 130 / 148', () => {
    const { final, final_incl_tax } = withOptions(hundred, [fixed(10), percent(20)]);
    expect([final, final_incl_tax]).toEqual([1_300_000, 14_800]);
  });

  test('computes each option from the price before options', () => {
    const chosen = [percent(10), percent(10)];
    expect(withOptions(hundred, chosen).final_incl_tax).toBe(13_800);
    expect(withOptions(hundred, [percent(10)]).final_incl_tax).toBe(12_650);
  });

  test('ignores values without an id above 0 or with a price of 0', () => {
    expect(withOptions(hundred, [fixed(10, 0), fixed(10, -1), fixed(0)])).toEqual(hundred);
  });

  test('raises original and special price alike', () => {
    const raised = withOptions(costing(1_000_000, 800_000), [fixed(10)]);
    expect([raised.original_incl_tax, raised.special_incl_tax, raised.final_incl_tax]).toEqual([
      12_500, 10_200, 10_200,
    ]);
  });

  test('adds fixed amounts to a price of 0, as of a gift card', () => {
    expect(withOptions(costing(0), [fixed(250)]).final_incl_tax).toBe(25_000);
    expect(withOptions(costing(0), [percent(10)]).final_incl_tax).toBe(0);
  });

  test('never gives a price to a product without one, and never goes below 0', () => {
    expect(withOptions(unknownPrice, [fixed(10)])).toEqual(unknownPrice);
    expect(withOptions(hundred, [fixed(-500)]).final_incl_tax).toBe(0);
  });
});

describe('withOptions for any choice', () => {
  const chosen = fc.array(
    fc.oneof(
      fc.integer({ min: -10_000, max: 100_000 }).map((cents) => fixed(cents / 100)),
      fc.integer({ min: -100, max: 400 }).map((halves) => percent(halves / 2)),
    ),
    { maxLength: 6 },
  );
  const base = fc.integer({ min: 1, max: 100_000_000 }).map((net) => costing(net));

  test('adds up in any order, to whole cents, never below 0', () => {
    fc.assert(
      fc.property(base, chosen, (price, values) => {
        const raised = withOptions(price, values);
        expect(withOptions(price, values.toReversed())).toEqual(raised);
        for (const amount of Object.values(raised)) {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        }
      }),
    );
  });
});
