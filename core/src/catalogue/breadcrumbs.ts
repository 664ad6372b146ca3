import { categoryRootId } from '../shop.ts';
import type { Category } from './entities.ts';

/** One entry of the breadcrumb trail. */
export interface Crumb {
  name: string;
  url_path: string;
}

type Place = Pick<Category, 'id' | 'name' | 'url_path' | 'level'>;

/** Returns the ids of a category's ancestors and its own id, root first (wire contract 8.7). */
export function lineage(category: Pick<Category, 'id' | 'path' | 'parent_ids'>): number[] {
  if (category.parent_ids?.length > 0) return [...category.parent_ids.map(Number), category.id];
  return category.path.split('/').map(Number);
}

/** Returns the breadcrumbs of the category ids in order. Categories without a path (the roots) are left out. */
export function breadcrumbs(ids: readonly number[], known: readonly Place[]): Crumb[] {
  return ids
    .map((id) => known.find((category) => category.id === id))
    .filter((category) => category !== undefined && Boolean(category.url_path))
    .map((category) => ({ name: category!.name, url_path: category!.url_path }));
}

/**
 * Returns the category under which a product is shown: the one the shopper came from when it contains the
 * product, otherwise the deepest (wire contract 8.7).
 */
export function categoryOfProduct<P extends Place>(
  categoryIds: readonly number[],
  known: readonly P[],
  current?: number,
): P | undefined {
  const candidates = known.filter(({ id }) => id !== categoryRootId && categoryIds.includes(id));
  const came = candidates.find(({ id }) => id === current);
  return (
    came ??
    candidates.reduce<P | undefined>(
      (best, category) => (best && best.level >= category.level ? best : category),
      undefined,
    )
  );
}
