import type { Category } from '@fynbos/core/catalogue/entities.ts';
import type { CategoryInView } from './catalogue-store.ts';

/**
 * Composes the categories in their wire format (wire contract 2.3), parents before children. Inactive ones
 * are nobody's children (T36).
 * @param listable the category ids of every product that a shopper can list; a product counts once in each
 * of its categories and in every ancestor
 */
export function composeCategories(
  rows: readonly CategoryInView[],
  listable: Iterable<readonly number[]>,
): Category[] {
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  const counts = countProducts(listable, parents);
  const active = rows.filter((row) => row.is_active);
  const children = Map.groupBy(active, (row) => row.parent_id);
  return rows.map((row) => {
    const parentIds = ancestorsOf(row.id, parents);
    return {
      ...row,
      url_path: row.url_path ?? '',
      parent_ids: parentIds,
      path: [...parentIds, row.id].join('/'),
      product_count: counts.get(row.id) ?? 0,
      children_count: children.get(row.id)?.length ?? 0,
      children_data: descendants(row.id, children),
    };
  });
}

function descendants(id: number, children: ReadonlyMap<number, CategoryInView[]>): Category['children_data'] {
  return (children.get(id) ?? []).map((child) => ({
    id: child.id,
    children_data: descendants(child.id, children),
  }));
}

/** The ancestor ids of a category, the highest first. The importer refuses cycles, so this ends. */
function ancestorsOf(id: number, parents: ReadonlyMap<number, number>): number[] {
  const parent = parents.get(id);
  if (parent === undefined || parent === id || !(parent > 0)) return [];
  return [...ancestorsOf(parent, parents), parent];
}

function countProducts(listable: Iterable<readonly number[]>, parents: ReadonlyMap<number, number>) {
  const counts = new Map<number, number>();
  const above = new Map([...parents.keys()].map((id) => [id, [id, ...ancestorsOf(id, parents)]]));
  for (const ids of listable) {
    for (const id of new Set(ids.flatMap((categoryId) => above.get(categoryId) ?? [])))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
