import { describe, expect, test } from 'vitest';
import { breadcrumbs, categoryOfProduct, lineage } from './breadcrumbs.ts';

const pantry = { id: 20, name: 'Pantry', url_path: 'pantry', level: 2 };
const oats = { id: 23, name: 'Oats', url_path: 'pantry/oats', level: 3 };
const root = { id: 2, name: 'Shop', url_path: '', level: 1 };
const known = [oats, root, pantry];

describe('the way back to the top (wire contract 8.7)', () => {
  test('follows the parents, also when their ids are numbers written as text', () => {
    expect(lineage({ id: 23, path: '', parent_ids: ['1', '2', '20'] as never })).toEqual([1, 2, 20, 23]);
  });

  test('follows the path where no parents are named', () => {
    expect(lineage({ id: 23, path: '1/2/20/23', parent_ids: [] })).toEqual([1, 2, 20, 23]);
  });

  test('keeps the order and leaves out what has no address or is not known', () => {
    expect(breadcrumbs([1, 2, 20, 23, 99], known)).toEqual([
      { name: 'Pantry', url_path: 'pantry' },
      { name: 'Oats', url_path: 'pantry/oats' },
    ]);
  });
});

describe('the category a product is shown under (wire contract 8.7)', () => {
  test('is the one the shopper came from when the product is in it', () => {
    expect(categoryOfProduct([2, 20, 23], known, 20)).toBe(pantry);
  });

  test('is the deepest when they came from elsewhere, or from the root', () => {
    expect(categoryOfProduct([2, 20, 23], known, 77)).toBe(oats);
    expect(categoryOfProduct([2, 20, 23], known, 2)).toBe(oats);
  });

  test('is none for a product without categories', () => {
    expect(categoryOfProduct([], known)).toBeUndefined();
  });
});
