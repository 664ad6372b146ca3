import { categoryRootId } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import {
  type ProductRow,
  readCategories,
  readCategoriesOf,
  readChildrenOf,
  readDependents,
  readProductNames,
  readProducts,
  readProductsBySku,
  searchProducts,
} from './documents/catalogue-store.ts';
import { deleteCategory, deleteProduct } from './documents/catalogue-write-store.ts';

/** The part of the store that other features use. */
export { productIdsBySku } from './documents/catalogue-store.ts';

const maxListed = 100;

/** Products whose SKU or name contains this text, ordered by SKU, for operators. */
export function listProducts(db: Db, text: string): Promise<ProductRow[]> {
  return searchProducts(db, `%${text.replace(/[\\%_]/g, '\\$&')}%`, maxListed);
}

/** The stored row of a product. */
export async function findProduct(db: Db, sku: string): Promise<ProductRow | undefined> {
  return sku === '' ? undefined : (await readProductsBySku(db, [sku]))[0];
}

/** The relations of a product: its categories as paths, its variants, and the products that include it. */
export async function placeOf(
  db: Db,
  { id }: ProductRow,
): Promise<{ categories: string[]; variants: string[]; shownBy: string[] }> {
  const places = await readCategoriesOf(db, [id]);
  const children = await readChildrenOf(db, [id]);
  const paths = categoryNames(await readCategories(db));
  const skus = async (ids: readonly number[]) =>
    ids.length > 0 ? (await readProducts(db, ids)).map((row) => row.sku) : [];
  return {
    categories: places.map(({ category_id }) => paths.get(category_id) ?? `category ${category_id}`),
    variants: await skus(children.map(({ child_id }) => child_id)),
    shownBy: await skus(await readDependents(db, [id])),
  };
}

/** Every category with its path of names, parents before children. */
export async function listCategories(
  db: Db,
): Promise<{ id: number; parentId: number; path: string; isActive: boolean }[]> {
  const categories = await readCategories(db);
  const paths = categoryNames(categories);
  return categories.flatMap(({ id, parent_id: parentId, is_active: isActive }) => {
    const path = paths.get(id);
    return path === undefined ? [] : [{ id, parentId, path, isActive }];
  });
}

/** The ids of the products that include a product. */
export const dependentsOf = (db: Db, { id }: ProductRow): Promise<number[]> => readDependents(db, [id]);

/** Deletes a product, within the caller's transaction. */
export const removeProduct = (db: Db, { id }: ProductRow): Promise<void> => deleteProduct(db, id);

/** Deletes a category; see `deleteCategory`. */
export const removeCategory = (db: Db, id: number): Promise<number> => deleteCategory(db, id);

function categoryNames(categories: Awaited<ReturnType<typeof readCategories>>): Map<number, string> {
  const names = new Map<number, string>();
  // Parents come before their children.
  for (const { id, parent_id, name } of categories) {
    const above = names.get(parent_id);
    if (id !== categoryRootId) names.set(id, above === undefined ? name : `${above} > ${name}`);
  }
  return names;
}

/** SKUs and names of products by id; without ids, of all products. */
export async function namesOf(
  db: Db,
  ids?: readonly number[],
): Promise<Map<number, { sku: string; name: string }>> {
  return new Map((await readProductNames(db, ids)).map(({ id, ...row }) => [id, row]));
}
