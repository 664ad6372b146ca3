import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

export type ProductRow = Selectable<Tables['product']>;
type CategoryRow = Selectable<Tables['category']>;
/** A category as one store view reads it. */
export type CategoryInView = Omit<CategoryRow, 'view_texts'>;

/** The next products by id after `after`, at most `limit`: how the whole catalogue is read. */
export function readProductsAfter(db: Db, after: number, limit: number): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** These products; those that are gone are left out. */
export function readProducts(db: Db, ids: readonly number[]): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** Products by sku, with what a price of a set needs to know of its parts. */
export function readProductsBySku(db: Db, skus: readonly string[]): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('sku', 'in', skus).execute();
}

/** Products whose sku or name is like this, by sku. @param like a pattern of LIKE */
export function searchProducts(db: Db, like: string, most: number): Promise<ProductRow[]> {
  return db
    .selectFrom('product')
    .selectAll()
    .where(({ or, eb }) => or([eb('sku', 'ilike', like), eb('name', 'ilike', like)]))
    .orderBy('sku')
    .limit(most)
    .execute();
}

/** What products are called; without ids, all of them. */
export function readNames(db: Db, ids?: readonly number[]) {
  const all = db.selectFrom('product').select(['id', 'sku', 'name']);
  return (ids ? all.where(sql<boolean>`id = any(${ids}::integer[])`) : all).execute();
}

/** Which categories these products are in, always in the same order: in another, a product would look changed. */
export function readCategoriesOf(db: Db, productIds: readonly number[]) {
  return db
    .selectFrom('product_category')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('category_id')
    .execute();
}

/** The children of these configurable products, in their order. */
export function readChildrenOf(db: Db, parentIds: readonly number[]) {
  return db
    .selectFrom('product_child')
    .selectAll()
    .where('parent_id', 'in', parentIds)
    .orderBy('position')
    .orderBy('child_id')
    .execute();
}

/**
 * The products whose document shows something of these: parents of a child, and every grouped or
 * bundle product that links one of the skus.
 */
export async function readDependents(db: Db, ids: readonly number[]): Promise<number[]> {
  const parents = await db
    .selectFrom('product_child')
    .select('parent_id as id')
    .where('child_id', 'in', ids)
    .execute();
  const sets = await db
    .selectFrom('product')
    .select('id')
    .where('type_id', 'in', ['grouped', 'bundle'])
    .where(
      sql<boolean>`exists (select 1 from product part where part.id = any(${ids as number[]})
        and (product.product_links::text like '%"' || part.sku || '"%' or product.bundle_options::text like '%"' || part.sku || '"%'))`,
    )
    .execute();
  return [...parents, ...sets].map((row) => row.id);
}

/** Every category, parents before children, in the order of a menu. */
export function readCategories(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('category').selectAll().orderBy('level').orderBy('position').orderBy('id').execute();
}

/** Every attribute. */
export function readAttributes(db: Db) {
  return db.selectFrom('attribute').selectAll().orderBy('attribute_id').execute();
}

/** Every option of every attribute, in their order. */
export function readAttributeOptions(db: Db) {
  return db
    .selectFrom('attribute_option')
    .selectAll()
    .orderBy('position')
    .orderBy('label')
    .orderBy('value')
    .execute();
}
