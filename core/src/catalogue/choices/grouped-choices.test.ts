import { describe, expect, test } from 'vitest';
import { groupedPrice } from '../../pricing/bundle-prices.ts';
import { shopPriceOf } from '../../pricing/price.ts';
import { withChoices } from './choice-query.ts';
import {
  defaultGroupedChoices,
  groupedContents,
  groupedProblems,
  readGroupedChoices,
  writeGroupedChoices,
} from './grouped-choices.ts';

const priced = (incl: number) =>
  shopPriceOf({
    original_price: incl,
    original_price_incl_tax: incl,
    final_price: incl,
    final_price_incl_tax: incl,
  });
const parts = [
  { sku: 'CURRY', price: priced(10) },
  { sku: 'BRAAI', price: priced(20), available: 3 },
  { sku: 'PERI', price: priced(30) },
];
const cents = (choices: Record<string, string>) =>
  groupedPrice(groupedContents(parts, choices)).final_incl_tax;

describe('grouped choices (spec commerce 4, wire contract 4.5, PDP-4)', () => {
  test('default to one of each part, priced at their sum', () => {
    expect(cents(defaultGroupedChoices(parts))).toBe(60_00);
  });

  test('are priced by quantity; 0 excludes a part', () => {
    expect(cents({ CURRY: '2', BRAAI: '0' })).toBe(50_00);
    expect(cents({ CURRY: 'x', BRAAI: '-1' })).toBe(30_00);
  });

  test('are rejected when empty or with invalid quantities', () => {
    expect(groupedProblems(parts, { CURRY: '0' })).toEqual({});
    expect(groupedProblems(parts, { CURRY: '0', BRAAI: '0', PERI: '0' })).toEqual({
      grouped_nothing: 'required',
    });
    expect(groupedProblems(parts, { CURRY: '-1', BRAAI: '4', PERI: '' })).toEqual({
      grouped_part_CURRY: 'negative',
      grouped_part_BRAAI: 'too_many',
      grouped_part_PERI: 'not_whole',
    });
  });

  test('have no known price while a part could not be loaded (spec D22)', () => {
    const withMissing = [...parts, { sku: 'GONE', price: undefined }];
    expect(groupedPrice(groupedContents(withMissing, {})).final_incl_tax).toBe(0);
    expect(groupedProblems(withMissing, {})).toEqual({ grouped_part_GONE: 'not_loaded' });
  });

  test('survive a round trip through the URL', () => {
    const choices = { CURRY: '2', BRAAI: '1', PERI: '0' };
    const query = withChoices(new URLSearchParams(), writeGroupedChoices(parts, choices));
    expect(query.toString()).toBe('g-CURRY=2&g-PERI=0');
    expect(readGroupedChoices(parts, query)).toEqual(choices);
  });
});
