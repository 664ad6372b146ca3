import { describe, expect, test } from 'vitest';
import { maxFilters } from '../shop.ts';
import {
  appliedFilters,
  defaultFilters,
  listFilters,
  readListingChoice,
  toggleFilter,
  writeListingChoice,
} from './listing.ts';
import {
  countWithin,
  dividingRanges,
  priceRangeKey,
  priceRangeLabel,
  priceRangeOf,
  priceRanges,
  priceSteps,
} from './price-ranges.ts';

const read = (query: string) => readListingChoice(new URLSearchParams(query), 50, 4000);

describe('the listing choice in the URL (CAT-2, CAT-3)', () => {
  test('reads filters, sort and shown count, and writes them back unchanged', () => {
    const query = 'price=250.0-1000.0&colour=49&colour=50&sort=final_price&shown=150';
    expect(writeListingChoice(read(query), 50).toString()).toBe(query);
  });

  test.each(['unit_price_incl_tax', 'saving_percent:desc', 'created_at:desc'])(
    'reads the sort %s',
    (sort) => {
      expect(read(`sort=${sort}`).sort).toBe(sort);
    },
  );

  test('ignores unknown parameters', () => {
    expect(read('shown=-7&sort=evil&utm_source=x&colour=')).toEqual({
      filters: {},
      sort: 'position',
      shown: 50,
    });
  });

  test('toggleFilter adds a second value, removes a selected one, and holds one price range', () => {
    const selected = toggleFilter(read(''), 'colour', '49', 50);
    expect(toggleFilter(selected, 'colour', '50', 50).filters).toEqual({ colour: ['49', '50'] });
    expect(toggleFilter(selected, 'colour', '49', 50).filters).toEqual({});
    const priced = toggleFilter(read('price=0.0-250.0'), 'price', '250.0-1000.0', 50);
    expect(priced.filters).toEqual({ price: ['250.0-1000.0'] });
  });

  test('appliedFilters turns a price range into bounds and ignores an unknown one', () => {
    expect(appliedFilters(read('price=10000.0-*'))).toEqual([
      { attribute: 'price', value: { gte: 10_000 }, scope: 'catalog' },
    ]);
    expect(appliedFilters(read('price=abc'))).toEqual([]);
  });
});

describe('grocery facets', () => {
  test('follow the seven filters of spec commerce 9, also in the URL', () => {
    expect(listFilters.slice(0, 7)).toEqual(defaultFilters);
    const query = 'colour=49&diet=1&diet=2&allergens=7';
    expect(writeListingChoice(read(query), 50).toString()).toBe(query);
  });

  test('combine diets with AND and exclude allergens', () => {
    expect(appliedFilters(read('diet=1&diet=2&allergens=7&allergens=8'))).toEqual([
      { attribute: 'diet', value: { in: ['1'] }, scope: 'default' },
      { attribute: 'diet', value: { in: ['2'] }, scope: 'default' },
      { attribute: 'allergens', value: { nin: ['7', '8'] }, scope: 'catalog' },
    ]);
  });

  test('stay below the filter limit of a search for any URL', () => {
    const long = Array.from({ length: 2000 }, (_, diet) => `diet=${diet}`).join('&');
    expect(appliedFilters(read(long)).length).toBeLessThan(maxFilters);
  });
});

test('priceRanges are the five of spec commerce 9 with their labels', () => {
  expect(priceRanges.map((range) => priceRangeLabel(range, 'R'))).toEqual([
    '< R250',
    'R250 - 1000',
    'R1000 - 2500',
    'R2500 - 10000',
    '> R10000',
  ]);
  expect(priceRanges.map(priceRangeKey)).toContain('10000.0-*');
});

describe('price ranges of a list', () => {
  const steps = (counts: Record<number, number>) =>
    priceSteps.map((step) => ({ ...step, count: counts[step.from] ?? 0 }));
  const labelsOf = (counts: Record<number, number>) =>
    dividingRanges(steps(counts)).map((range) => `${priceRangeLabel(range, 'R')}: ${range.count}`);

  test('divide the products at hand, none is empty', () => {
    expect(labelsOf({ 10: 40, 20: 70, 50: 60, 100: 15, 150: 5 })).toEqual([
      '< R20: 40',
      'R20 - 50: 70',
      'R50 - 100: 60',
      'R100 - 150: 15',
      '> R150: 5',
    ]);
    expect(labelsOf({ 10: 1, 20: 2, 50: 3, 100: 4, 150: 5, 2500: 1 })).toEqual([
      '< R50: 3',
      'R50 - 100: 3',
      'R100 - 150: 4',
      'R150 - 250: 5',
      '> R250: 1',
    ]);
    expect(labelsOf({ 20: 9 })).toEqual(['> R0: 9']);
    expect(dividingRanges([])).toEqual([]);
  });

  test('are read from their keys', () => {
    expect(priceRangeOf('20.0-50.0')).toEqual({ from: 20, to: 50 });
    expect(priceRangeOf('10000.0-*')).toEqual({ from: 10_000, to: null });
    for (const key of ['', '50.0-20.0', '20-50', 'a.0-*', '20.0-50.0-', '1e9.0-*'])
      expect(priceRangeOf(key), key).toBeUndefined();
  });

  test('the steps add up to the five of the specification', () => {
    const counted = priceSteps.map((step) => ({ ...step, count: 1 }));
    expect(priceRanges.map((range) => countWithin(range, counted))).toEqual([6, 2, 1, 2, 1]);
  });
});
