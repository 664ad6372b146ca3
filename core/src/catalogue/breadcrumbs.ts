import { categoryRootId } from '../shop.ts';
import type { Category } from './entities.ts';

/** One entry of the breadcrumb trail. */
export interface Crumb {
  name: string;
  url_path: string;
  /** Set if it is not the last segment of `url_path`. */
  slug?: string;
}

type Place = Pick<Category, 'id' | 'name' | 'slug' | 'url_path' | 'level'>;

/** The slug of a category, if it is not the last segment of its path: links are shorter without it. */
export const ownSlug = ({ slug, url_path }: Pick<Category, 'slug' | 'url_path'>): { slug?: string } =>
  url_path.split('/').at(-1) === slug ? {} : { slug };

/** Returns the ids of a category's ancestors and its own id, root first (wire contract 8.7). */
export function lineage(category: Pick<Category, 'id' | 'path' | 'parent_ids'>): number[] {
  if (category.parent_ids?.length > 0) return [...category.parent_ids.map(Number), category.id];
  return category.path.split('/').map(Number);
}

/** Returns the breadcrumbs of the category ids in order. Categories without a path (the roots) are left out. */
export function breadcrumbs(ids: readonly number[], known: readonly Place[]): Crumb[] {
  return ids.flatMap((id) => {
    const category = known.find((candidate) => candidate.id === id);
    return category?.url_path
      ? [{ name: category.name, url_path: category.url_path, ...ownSlug(category) }]
      : [];
  });
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
