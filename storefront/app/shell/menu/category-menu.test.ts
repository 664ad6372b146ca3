import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { describe, expect, test } from 'vitest';
import { menuOf, menuTrail } from './category-menu.ts';

const category = (id: number, parent_id: number, name: string, position: number, more: object = {}) =>
  ({ id, parent_id, name, position, slug: name, url_path: name, include_in_menu: true, ...more }) as Category;

const menu = menuOf([
  category(11, 10, 'oats', 2),
  category(10, 2, 'pantry', 2),
  category(12, 10, 'rice', 1),
  category(20, 2, 'fresh', 1),
  category(30, 2, 'hidden', 0, { include_in_menu: false }),
  category(31, 30, 'below-hidden', 0),
  category(99, 77, 'orphan', 0),
]);

describe('category menu (CAT-8)', () => {
  test('menuOf builds a tree by position, without hidden and orphaned categories', () => {
    expect(menu).toEqual([
      { name: 'fresh', url_path: 'fresh' },
      {
        name: 'pantry',
        url_path: 'pantry',
        children: [
          { name: 'rice', url_path: 'rice' },
          { name: 'oats', url_path: 'oats' },
        ],
      },
    ]);
  });

  test('menuTrail returns the path to a submenu as far as it exists', () => {
    expect(menuTrail(menu, ['pantry', 'oats']).map((node) => node.name)).toEqual(['pantry', 'oats']);
    expect(menuTrail(menu, ['pantry', 'gone']).map((node) => node.name)).toEqual(['pantry']);
    expect(menuTrail(menu, [])).toEqual([]);
  });
});
