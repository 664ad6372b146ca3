import { describe, expect, test } from 'vitest';
import { mostFilters } from '../shop.ts';
import {
  appliedFilters,
  defaultFilters,
  listFilters,
  priceRangeKey,
  priceRangeLabel,
  priceRanges,
  readListingChoice,
  toggleFilter,
  writeListingChoice,
} from './listing.ts';

const read = (query: string) => readListingChoice(new URLSearchParams(query), 50, 4000);

describe('the state of a list is its address (CAT-2, CAT-3)', () => {
  test('reads filters, sort and how much was shown, and writes them back the same', () => {
    const query = 'price=250.0-1000.0&colour=49&colour=50&sort=final_price&shown=150';
    expect(writeListingChoice(read(query), 50).toString()).toBe(query);
  });

  test('ignores what it does not know', () => {
    expect(read('shown=-7&sort=evil&utm_source=x&colour=')).toEqual({
      filters: {},
      sort: 'position',
      shown: 50,
    });
  });

  test('a second choice adds, the same again takes away, and price holds one range', () => {
    const one = toggleFilter(read(''), 'colour', '49', 50);
    expect(toggleFilter(one, 'colour', '50', 50).filters).toEqual({ colour: ['49', '50'] });
    expect(toggleFilter(one, 'colour', '49', 50).filters).toEqual({});
    const priced = toggleFilter(read('price=0.0-250.0'), 'price', '250.0-1000.0', 50);
    expect(priced.filters).toEqual({ price: ['250.0-1000.0'] });
  });

  test('a price range becomes bounds, and an unknown one nothing', () => {
    expect(appliedFilters(read('price=10000.0-*'))).toEqual([
      { attribute: 'price', value: { gte: 10_000 }, scope: 'catalog' },
    ]);
    expect(appliedFilters(read('price=abc'))).toEqual([]);
  });
});

describe('the grocery facets', () => {
  test('stand after the seven of commerce 9, and in the address like them', () => {
    expect(listFilters.slice(0, 7)).toEqual(defaultFilters);
    const query = 'colour=49&diet=1&diet=2&allergens=7';
    expect(writeListingChoice(read(query), 50).toString()).toBe(query);
  });

  test('diets are wanted all together, allergens are left out', () => {
    expect(appliedFilters(read('diet=1&diet=2&allergens=7&allergens=8'))).toEqual([
      { attribute: 'diet', value: { in: ['1'] }, scope: 'default' },
      { attribute: 'diet', value: { in: ['2'] }, scope: 'default' },
      { attribute: 'allergens', value: { nin: ['7', '8'] }, scope: 'catalog' },
    ]);
  });

  test('an address cannot ask for more than a search takes', () => {
    const long = Array.from({ length: 2000 }, (_, diet) => `diet=${diet}`).join('&');
    expect(appliedFilters(read(long)).length).toBeLessThan(mostFilters);
  });
});

test('the five price ranges and their labels (commerce 9)', () => {
  expect(priceRanges.map((range) => priceRangeLabel(range, 'R'))).toEqual([
    '< R250',
    'R250 - 1000',
    'R1000 - 2500',
    'R2500 - 10000',
    '> R10000',
  ]);
  expect(priceRanges.map(priceRangeKey)).toContain('10000.0-*');
});
