import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutTax, withTax } from '../money.ts';
import {
  type Buyer,
  everyGroup,
  guestGroup,
  priceChangesAt,
  priceFields,
  priceOf,
  type SourcePrice,
  type SourceTier,
} from './price.ts';

const now = new Date('2026-11-20T10:00:00Z');
const vat = 15;
const plain: SourcePrice = {
  price: 1_000_000,
  special_price: null,
  special_from_date: null,
  special_to_date: null,
};
const priced = (source: Partial<SourcePrice>, rate = vat, buyer?: Buyer) =>
  priceFields(priceOf({ ...plain, ...source }, rate, now, buyer));

describe('priceOf with 15 % VAT (spec commerce 4, wire contract 4.2)', () => {
  test.each([
    ['A: without tax', {}, { price: 100, price_tax: 15, price_incl_tax: 115, special_price: 0 }],
    [
      'B: a source with tax, to the cent (the contract has 100.00000000000001 / 115.00000000000001)',
      { price: withoutTax(11_500, vat) },
      { price: 100, price_incl_tax: 115 },
    ],
    [
      'C: an active special',
      { special_price: 800_000 },
      {
        price: 80,
        price_incl_tax: 92,
        original_price: 100,
        original_price_incl_tax: 115,
        special_price: 80,
        special_price_incl_tax: 92,
      },
    ],
    [
      'D: a special that is over',
      { special_price: 800_000, special_to_date: '2020-12-31T21:59:59Z' },
      { price: 100, price_incl_tax: 115, special_price: 0, special_price_incl_tax: 0 },
    ],
    [
      'E: a special above the price',
      { special_price: 1_200_000 },
      { price: 100, price_incl_tax: 115, special_price: 0 },
    ],
    [
      'a special that equals the price reduces nothing',
      { special_price: 1_000_000 },
      { price: 100, price_incl_tax: 115, special_price: 0, special_price_incl_tax: 0 },
    ],
    [
      'F: a final price alone',
      { final_price: 900_000 },
      {
        price: 90,
        price_incl_tax: 103.5,
        final_price: 90,
        special_price: 0,
        original_price: 100,
        original_price_incl_tax: 115,
      },
    ],
    [
      'G: a final price below the special is the price (the contract marks its 80 as a BUG)',
      { special_price: 800_000, final_price: 700_000 },
      { price: 70, price_incl_tax: 80.5, final_price_incl_tax: 80.5, original_price_incl_tax: 115 },
    ],
    [
      'H: a special below the final price; the final price is what the shopper sees (spec D3)',
      { special_price: 800_000, final_price: 900_000 },
      { price: 80, price_incl_tax: 92, special_price_incl_tax: 92, final_price_incl_tax: 92 },
    ],
    [
      'I: a final price with tax',
      { final_price: withoutTax(10_350, vat) },
      { price: 90, price_incl_tax: 103.5 },
    ],
  ])('%s', (_, source, fields) => {
    expect(priced(source)).toMatchObject(fields);
  });

  test('J: no matching rule taxes with 0 and leaves the special (the contract has special incl. 0, a BUG)', () => {
    expect(priced({ special_price: 800_000 }, 0)).toMatchObject({
      price: 80,
      price_tax: 0,
      price_incl_tax: 80,
      special_price: 80,
      special_price_incl_tax: 80,
    });
  });
});

describe('dates of a special price (PDP-5)', () => {
  const dated = {
    ...plain,
    special_price: 800_000,
    special_from_date: '2026-11-20T10:00:00.000Z',
    special_to_date: '2026-11-20T11:00:00.000Z',
  };
  const specialAt = (instant: string) => priceOf(dated, vat, new Date(instant)).special;

  test('apply to the instant, both ends included', () => {
    expect(specialAt('2026-11-20T09:59:59.999Z')).toBe(0);
    expect(specialAt('2026-11-20T10:00:00.000Z')).toBe(800_000);
    expect(specialAt('2026-11-20T11:00:00.000Z')).toBe(800_000);
    expect(specialAt('2026-11-20T11:00:00.001Z')).toBe(0);
  });

  test('tell when the price changes next, or that it never will', () => {
    const next = (instant: string) => priceChangesAt(dated, new Date(instant))?.toISOString();
    expect(next('2026-11-20T09:00:00Z')).toBe('2026-11-20T10:00:00.000Z');
    expect(next('2026-11-20T10:00:00Z')).toBe('2026-11-20T11:00:00.001Z');
    expect(next('2026-11-20T12:00:00Z')).toBeUndefined();
  });
});

describe('tier and group prices (wire contract 4.3, spec D18)', () => {
  const tier = (customer_group_id: number, qty: number, value: number): SourceTier => ({
    customer_group_id,
    qty,
    value,
  });
  const tiers = [tier(2, 1, 900_000), tier(2, 6, 800_000), tier(everyGroup, 12, 750_000)];
  const incl = (group: number, quantity: number) =>
    priced({ tiers }, vat, { group, quantity }).price_incl_tax;

  test('group 2 pays 90 without tax for one, 80 from six on', () => {
    expect([incl(2, 1), incl(2, 5), incl(2, 6), incl(2, 11)]).toEqual([103.5, 103.5, 92, 92]);
  });

  test('group 32000 applies to everyone (the contract never matches it, a BUG)', () => {
    expect([incl(guestGroup, 1), incl(guestGroup, 12), incl(2, 12)]).toEqual([115, 86.25, 86.25]);
  });

  test('do not apply where price tiers are off', () => {
    expect(priced({ tiers }).price_incl_tax).toBe(115);
  });

  test('the lowest of special, tier and group price applies, and 0 means none', () => {
    const buyer = { group: 2, quantity: 6 };
    expect(priced({ tiers, special_price: 700_000 }, vat, buyer).price).toBe(70);
    expect(priced({ tiers, special_price: 950_000 }, vat, buyer)).toMatchObject({
      price: 80,
      special_price: 0,
    });
    expect(priced({ tiers: [tier(2, 1, 0)] }, vat, buyer).price).toBe(100);
  });
});

describe('priceOf for every price, rate and buyer', () => {
  const net = fc.integer({ min: 0, max: 10_000_000_000 });
  const rate = fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2);
  const buyer = fc.record({ group: fc.constantFrom(0, 1, 2), quantity: fc.integer({ min: 1, max: 30 }) });
  const tier = fc.record({
    customer_group_id: fc.constantFrom(0, 1, 2, everyGroup),
    qty: fc.integer({ min: 1, max: 24 }),
    value: net,
  });
  const source: fc.Arbitrary<SourcePrice> = fc.record({
    price: net,
    final_price: fc.option(net),
    special_price: fc.option(net),
    special_from_date: fc.constantFrom(null, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'),
    special_to_date: fc.constantFrom(null, '2026-11-30T00:00:00Z', '2026-11-10T00:00:00Z'),
    tiers: fc.array(tier, { maxLength: 6 }),
  });

  test('the price with tax is never below the net price', () => {
    fc.assert(
      fc.property(source, rate, buyer, (input, percent, shopper) => {
        const price = priceOf(input, percent, now, shopper);
        expect(price.final_incl_tax).toBeGreaterThanOrEqual(withTax(price.final, 0));
        expect(price.original_incl_tax).toBeGreaterThanOrEqual(withTax(price.original, 0));
        expect(price.special_incl_tax).toBeGreaterThanOrEqual(withTax(price.special, 0));
      }),
    );
  });

  test('price, tax and price with tax add up exactly', () => {
    fc.assert(
      fc.property(source, rate, (input, percent) => {
        const fields = priceFields(priceOf(input, percent, now));
        const units = (decimal: number) => Math.round(decimal * 10_000);
        expect(units(fields.price) + units(fields.price_tax)).toBe(units(fields.price_incl_tax));
      }),
    );
  });

  test('the final price is the lowest on offer, whole, never below 0 and never above the original', () => {
    fc.assert(
      fc.property(source, buyer, (input, shopper) => {
        const { final, original, special } = priceOf(input, vat, now, shopper);
        expect(Number.isSafeInteger(final) && final >= 0 && final <= original).toBe(true);
        expect([0, final]).toContain(special);
        const offered = [
          input.price,
          input.final_price ?? 0,
          input.special_price ?? 0,
          ...input.tiers!.map((t) => t.value),
        ];
        expect(offered).toContain(final);
        expect(final).toBeLessThanOrEqual(priceOf({ ...input, tiers: [] }, vat, now, shopper).final);
        expect(final).toBeLessThanOrEqual(
          priceOf({ ...input, special_price: null }, vat, now, shopper).final,
        );
      }),
    );
  });

  test('a larger quantity never raises the unit price, and the order of tiers does not matter', () => {
    fc.assert(
      fc.property(source, buyer, fc.integer({ min: 1, max: 20 }), (input, shopper, more) => {
        const few = priceOf(input, vat, now, shopper);
        expect(
          priceOf(input, vat, now, { ...shopper, quantity: shopper.quantity + more }).final,
        ).toBeLessThanOrEqual(few.final);
        expect(priceOf({ ...input, tiers: input.tiers!.toReversed() }, vat, now, shopper)).toEqual(few);
      }),
    );
  });
});
