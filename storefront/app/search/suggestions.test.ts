import { describe, expect, test } from 'vitest';
import { stepLine, suggestionLines } from './suggestions.ts';

const found = {
  words: ['oats', 'oatcake'],
  categories: [{ id: 23, name: 'Oats', url_path: 'pantry/oats' }],
  products: [{ id: 7, name: 'Rolled oats', url_path: 'rolled-oats' }],
  total: 12,
};

describe('suggestions while typing (SEA-3)', () => {
  test('are other words, then categories, then products, then all results', () => {
    expect(suggestionLines('Oats ', found).map((line) => [line.kind, line.to])).toEqual([
      ['word', '/search?q=oatcake'],
      ['category', '/pantry/oats'],
      ['product', '/rolled-oats'],
      ['all', '/search?q=Oats'],
    ]);
  });

  test('are none when nothing is found', () => {
    expect(suggestionLines('xyz', { words: [], categories: [], products: [], total: 0 })).toEqual([]);
  });

  test('are walked through with the arrow keys and left at both ends', () => {
    expect(stepLine(-1, 1, 3)).toBe(0);
    expect(stepLine(-1, -1, 3)).toBe(2);
    expect(stepLine(2, 1, 3)).toBe(-1);
    expect(stepLine(0, -1, 3)).toBe(-1);
    expect(stepLine(-1, 1, 0)).toBe(-1);
  });
});
