import { describe, expect, test } from 'vitest';
import { breadcrumbs, categoryOfProduct, lineage } from './breadcrumbs.ts';

const pantry = { id: 20, name: 'Pantry', slug: 'pantry', url_path: 'pantry', level: 2 };
const oats = { id: 23, name: 'Oats', slug: 'rolled-oats', url_path: 'pantry/oats', level: 3 };
const root = { id: 2, name: 'Shop', slug: '', url_path: '', level: 1 };
const known = [oats, root, pantry];

describe('breadcrumbs and lineage (wire contract 8.7)', () => {
  test('lineage follows parent_ids, also as numeric text', () => {
    expect(lineage({ id: 23, path: '', parent_ids: ['1', '2', '20'] as never })).toEqual([1, 2, 20, 23]);
  });

  test('lineage follows the path when parent_ids is empty', () => {
    expect(lineage({ id: 23, path: '1/2/20/23', parent_ids: [] })).toEqual([1, 2, 20, 23]);
  });

  test('breadcrumbs keep the order, skip unknown categories and those without a path, and name a slug of its own', () => {
    expect(breadcrumbs([1, 2, 20, 23, 99], known)).toEqual([
      { name: 'Pantry', url_path: 'pantry' },
      { name: 'Oats', url_path: 'pantry/oats', slug: 'rolled-oats' },
    ]);
  });
});

describe('categoryOfProduct (wire contract 8.7)', () => {
  test('returns the category the shopper came from when it contains the product', () => {
    expect(categoryOfProduct([2, 20, 23], known, 20)).toBe(pantry);
  });

  test('returns the deepest category when the shopper came from elsewhere or from the root', () => {
    expect(categoryOfProduct([2, 20, 23], known, 77)).toBe(oats);
    expect(categoryOfProduct([2, 20, 23], known, 2)).toBe(oats);
  });

  test('returns undefined for a product without categories', () => {
    expect(categoryOfProduct([], known)).toBeUndefined();
  });
});
