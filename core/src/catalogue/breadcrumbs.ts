import { categoryRootId } from '../shop.ts';
import type { Category } from './entities.ts';

/** One step of the way back to the top of the shop. */
export interface Crumb {
  name: string;
  url_path: string;
}

type Place = Pick<Category, 'id' | 'name' | 'url_path' | 'level'>;

/** The ids of a category's forebears and itself, from the top (wire contract 8.7). */
export function lineage(category: Pick<Category, 'id' | 'path' | 'parent_ids'>): number[] {
  if (category.parent_ids?.length > 0) return [...category.parent_ids.map(Number), category.id];
  return category.path.split('/').map(Number);
}

/** The crumbs of a line of categories in its order; what has no address (the roots) is left out. */
export function breadcrumbs(line: readonly number[], known: readonly Place[]): Crumb[] {
  return line
    .map((id) => known.find((category) => category.id === id))
    .filter((category) => category !== undefined && Boolean(category.url_path))
    .map((category) => ({ name: category!.name, url_path: category!.url_path }));
}

/**
 * The category a product is shown under: the one the shopper came from when the product is in it,
 * otherwise its deepest (wire contract 8.7).
 */
export function categoryOfProduct<P extends Place>(
  categoryIds: readonly number[],
  known: readonly P[],
  current?: number,
): P | undefined {
  const own = known.filter(({ id }) => id !== categoryRootId && categoryIds.includes(id));
  const came = own.find(({ id }) => id === current);
  return (
    came ??
    own.reduce<P | undefined>((best, one) => (best && best.level >= one.level ? best : one), undefined)
  );
}
