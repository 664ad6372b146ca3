import { breadcrumbs, type Crumb, categoryOfProduct, lineage } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { findCategories, type Requester } from './catalogue-queries.ts';

/** Loads the categories of products, and their ancestors. */
export async function loadCategories(ids: readonly number[], requester?: Requester): Promise<Category[]> {
  if (ids.length === 0) return [];
  const directCategories = await findCategories({ id: { in: ids } }, requester);
  const above = [...new Set(directCategories.flatMap(lineage))].filter((id) => !ids.includes(id));
  return above.length > 0
    ? [...directCategories, ...(await findCategories({ id: { in: above } }, requester))]
    : directCategories;
}

/** The breadcrumbs of a product, through its category and the ancestors. */
export function crumbsOf(product: Product, categories: readonly Category[]): Crumb[] {
  const category = categoryOfProduct(product.category_ids, categories);
  return category ? breadcrumbs(lineage(category), categories) : [];
}
