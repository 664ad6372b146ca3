import { describe, expect, test } from 'vitest';
import { groupedPrice } from '../pricing/parts.ts';
import { shopPriceOf } from '../pricing/price.ts';
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

describe('a grouped product (commerce 4, wire contract 4.5, PDP-4)', () => {
  test('is one of each at first, and costs their sum', () => {
    expect(cents(defaultGroupedChoices(parts))).toBe(60_00);
  });

  test('costs what is taken of each; 0 takes a part out', () => {
    expect(cents({ CURRY: '2', BRAAI: '0' })).toBe(50_00);
    expect(cents({ CURRY: 'x', BRAAI: '-1' })).toBe(30_00);
  });

  test('cannot be bought with nothing in it, or in numbers that make no sense', () => {
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

  test('has no known price while a part of it could not be loaded (decision 22)', () => {
    const gone = [...parts, { sku: 'GONE', price: undefined }];
    expect(groupedPrice(groupedContents(gone, {})).final_incl_tax).toBe(0);
    expect(groupedProblems(gone, {})).toEqual({ grouped_part_GONE: 'not_loaded' });
  });

  test('keeps its quantities in an address', () => {
    const choices = { CURRY: '2', BRAAI: '1', PERI: '0' };
    const query = withChoices(new URLSearchParams(), writeGroupedChoices(parts, choices));
    expect(query.toString()).toBe('g-CURRY=2&g-PERI=0');
    expect(readGroupedChoices(parts, query)).toEqual(choices);
  });
});
