import { expect, test } from 'vitest';
import { composeCategories } from './category-tree.ts';

const row = (id: number, parent_id: number, level: number) => ({
  id,
  parent_id,
  level,
  name: `c${id}`,
  slug: `c${id}`,
  url_key: `c${id}`,
  url_path: `c${id}`,
  is_active: true,
  include_in_menu: true,
  position: 0,
  image: '',
  description: '',
});
const rows = [row(2, 1, 1), row(20, 2, 2), row(21, 20, 3), row(22, 20, 3)];

test('composeCategories counts a product once in its category and once in each ancestor (CAT-8)', () => {
  const categories = composeCategories(rows, [[21, 22], [21], []]);
  expect(Object.fromEntries(categories.map(({ id, product_count }) => [id, product_count]))).toEqual({
    2: 2,
    20: 2,
    21: 2,
    22: 1,
  });
});

test('composeCategories writes the tree as parent ids and as children (wire contract 2.3)', () => {
  const [root, , leaf] = composeCategories(rows, []);
  expect(leaf).toMatchObject({ parent_ids: [1, 2, 20], path: '1/2/20/21', children_count: 0 });
  expect(root?.children_data[0]).toEqual({
    id: 20,
    children_data: [
      { id: 21, children_data: [] },
      { id: 22, children_data: [] },
    ],
  });
});
