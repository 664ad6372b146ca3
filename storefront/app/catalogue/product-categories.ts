import { breadcrumbs, type Crumb, categoryOfProduct, lineage } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { type Asker, findCategories } from './queries.ts';

/** The categories that products are in, and the ones above those. */
export async function loadCategories(ids: readonly number[], asker?: Asker): Promise<Category[]> {
  if (ids.length === 0) return [];
  const own = await findCategories({ id: { in: ids } }, asker);
  const above = [...new Set(own.flatMap(lineage))].filter((id) => !ids.includes(id));
  return above.length > 0 ? [...own, ...(await findCategories({ id: { in: above } }, asker))] : own;
}

/** The way to a product, through the categories it is in and the ones above. */
export function crumbsOf(product: Product, categories: readonly Category[]): Crumb[] {
  const category = categoryOfProduct(product.category_ids, categories);
  return category ? breadcrumbs(lineage(category), categories) : [];
}
