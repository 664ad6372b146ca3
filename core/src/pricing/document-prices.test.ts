import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToDecimal } from '../money.ts';
import { camelCaseTwins, pricesNow, sourceFields } from './document-prices.ts';
import { everyGroup, priceFields, priceOf, type SourcePrice, shopPriceOf } from './price.ts';

const now = new Date('2026-11-20T10:00:00Z');
const vat = 15;
const written = (source: SourcePrice) =>
  JSON.parse(JSON.stringify({ ...priceFields(priceOf(source, vat, now)), ...sourceFields(source, vat) }));
const plain: SourcePrice = {
  price: 1_000_000,
  special_price: null,
  special_from_date: null,
  special_to_date: null,
};

describe('pricesNow with an external document (wire contract 4.2)', () => {
  test('O: reads a textual price to the cent (the contract shows 22.9885)', () => {
    expect(pricesNow({ price: '19.99' }, vat, now)).toMatchObject({ price: 19.99, price_incl_tax: 22.99 });
  });

  test('returns 0 rather than NaN without prices', () => {
    expect(pricesNow({}, vat, now).final_price_incl_tax).toBe(0);
    expect(pricesNow({ price: 'soon', special_price: '' }, vat, now).final_price_incl_tax).toBe(0);
  });
});

describe('pricesNow with a document that was priced before', () => {
  test('N: gives the same numbers on a second pass with a final price', () => {
    const source = { ...plain, special_price: 800_000, final_price: 700_000 };
    expect(pricesNow(written(source), vat, now)).toEqual(priceFields(priceOf(source, vat, now)));
  });

  test('R: never removes tax twice (the contract has 86.96 / 100, a BUG)', () => {
    const once = pricesNow({ price: 100 }, vat, now);
    expect(pricesNow(once, vat, now)).toMatchObject({ price: 100, price_incl_tax: 115 });
  });

  test('D: preserves an expired special price as original_special_price', () => {
    const source = { ...plain, special_price: 800_000, special_to_date: '2020-12-31T21:59:59Z' };
    expect(written(source)).toMatchObject({ special_price: 0, original_special_price: 80 });
  });
});

describe('prices on server and in browser (SHOP-5)', () => {
  const net = fc.integer({ min: 0, max: 10_000_000_000 });
  const day = fc.constantFrom(
    null,
    '2026-10-01T00:00:00.000Z',
    '2026-11-20T10:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  );
  const source: fc.Arbitrary<SourcePrice> = fc.record({
    price: net,
    final_price: fc.option(net),
    special_price: fc.option(net),
    special_from_date: day,
    special_to_date: day,
    tiers: fc.array(
      fc.record({
        customer_group_id: fc.constantFrom(0, 2, everyGroup),
        qty: fc.integer({ min: 1, max: 12 }),
        value: net,
      }),
      { maxLength: 4 },
    ),
  });
  const rate = fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2);
  const buyer = fc.option(fc.record({ group: fc.constantFrom(0, 2), quantity: fc.constantFrom(1, 6) }), {
    nil: undefined,
  });
  const document = (source: SourcePrice, percent: number) =>
    JSON.parse(
      JSON.stringify({ ...priceFields(priceOf(source, percent, now)), ...sourceFields(source, percent) }),
    );

  test('are equal for the same document, buyer and time', () => {
    const time = fc.constantFrom(now, new Date('2026-12-24T00:00:00Z'), new Date('2020-01-01T00:00:00Z'));
    fc.assert(
      fc.property(source, rate, buyer, time, (input, percent, shopper, then) => {
        const browser = pricesNow(document(input, percent), percent, then, shopper);
        expect(browser).toEqual(priceFields(priceOf(input, percent, then, shopper)));
      }),
    );
  });

  test('are equal however often a document is priced, and at another rate', () => {
    fc.assert(
      fc.property(source, rate, rate, (input, first, second) => {
        const priced = { ...document(input, first), ...pricesNow(document(input, first), second, now) };
        expect(pricesNow(priced, second, now)).toEqual(priceFields(priceOf(input, second, now)));
      }),
    );
  });

  test('are equal when read from the fields of a page', () => {
    fc.assert(
      fc.property(source, rate, (input, percent) => {
        const price = priceOf(input, percent, now);
        const { final_price, final_price_incl_tax, original_price, original_price_incl_tax, ...rest } =
          document(input, percent);
        const { special_price, special_price_incl_tax } = rest;
        const page = { final_price, final_price_incl_tax, original_price, original_price_incl_tax };
        expect(shopPriceOf({ ...page, special_price, special_price_incl_tax })).toEqual(price);
      }),
    );
  });
});

test('camelCaseTwins have the values of the fields they mirror (spec commerce 3)', () => {
  const fields = pricesNow({ price: 100, special_price: 80 }, vat, now);
  const twins = camelCaseTwins({ ...fields, name: 'Oats', pricey_thing: 1 });
  expect(twins.priceInclTax).toBe(92);
  expect(twins.originalPriceInclTax).toBe(115);
  expect(Object.keys(twins)).toHaveLength(11);
});

test('an amount is a short decimal and survives a round trip', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const decimal = centsToDecimal(cents);
      expect(shopPriceOf({ final_price_incl_tax: decimal }).final_incl_tax).toBe(cents);
      expect(String(decimal)).toMatch(/^\d+(\.\d{1,2})?$/);
    }),
  );
});
