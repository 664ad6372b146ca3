import { describe, expect, test } from 'vitest';
import type { CardProduct } from '../catalogue/state/product-card-fields.ts';
import { nextEntryIndex, suggestionEntries } from './use-suggestions.ts';

const oats: CardProduct = {
  id: 7,
  sku: 'OATS',
  type_id: 'simple',
  name: 'Rolled oats',
  url_path: 'rolled-oats',
  image: '',
  final_price_incl_tax: 30,
  original_price_incl_tax: 30,
  special_price_incl_tax: 0,
};

const results = {
  words: ['oats', 'oatcake'],
  categories: [{ id: 23, name: 'Oats', url_path: 'pantry/oats' }],
  products: [oats],
  total: 12,
};

describe('search suggestions while typing (SEA-3)', () => {
  test('suggestionEntries lists other queries, then categories, then products, then all results', () => {
    expect(suggestionEntries('Oats ', results).map((entry) => [entry.kind, entry.to])).toEqual([
      ['word', '/search?q=oatcake'],
      ['category', '/pantry/oats'],
      ['product', '/rolled-oats'],
      ['all', '/search?q=Oats'],
    ]);
  });

  test('suggestionEntries is empty when nothing is found', () => {
    expect(suggestionEntries('xyz', { words: [], categories: [], products: [], total: 0 })).toEqual([]);
  });

  test('nextEntryIndex moves with the arrow keys and leaves the list at both ends', () => {
    expect(nextEntryIndex(-1, 1, 3)).toBe(0);
    expect(nextEntryIndex(-1, -1, 3)).toBe(2);
    expect(nextEntryIndex(2, 1, 3)).toBe(-1);
    expect(nextEntryIndex(0, -1, 3)).toBe(-1);
    expect(nextEntryIndex(-1, 1, 0)).toBe(-1);
  });
});
