import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../db.ts';

export type ProductRow = Selectable<Tables['product']>;
type CategoryRow = Selectable<Tables['category']>;
/** A category with the texts of one store view. */
export type CategoryInView = Omit<CategoryRow, 'view_texts'>;

/** The next products by id after `after`, at most `limit`; used to read the whole catalogue in batches. */
export function readProductsAfter(db: Db, after: number, limit: number): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** The rows of these products; deleted ones are omitted. */
export function readProducts(db: Db, ids: readonly number[]): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** Products by SKU, with the fields that the price of a set needs. */
export function readProductsBySku(db: Db, skus: readonly string[]): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('sku', 'in', skus).execute();
}

/** The ids of these products by SKU; those that do not exist are omitted. */
export async function productIdsBySku(db: Db, skus: readonly string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await db.selectFrom('product').select(['sku', 'id']).where('sku', 'in', skus).execute();
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

/** The catalogue's ids of the options, values and links of these products. */
export function readOptionIds(db: Db, productIds: readonly number[]) {
  return db
    .selectFrom('option_id')
    .select(['product_id', 'path', 'id'])
    .where('product_id', 'in', productIds)
    .execute();
}

/**
 * Products whose SKU or name matches the pattern, ordered by SKU.
 * @param like a LIKE pattern
 */
export function searchProducts(db: Db, like: string, limit: number): Promise<ProductRow[]> {
  return db
    .selectFrom('product')
    .selectAll()
    .where(({ or, eb }) => or([eb('sku', 'ilike', like), eb('name', 'ilike', like)]))
    .orderBy('sku')
    .limit(limit)
    .execute();
}

/** SKUs and names of products; without ids, of all products. */
export function readProductNames(db: Db, ids?: readonly number[]) {
  const all = db.selectFrom('product').select(['id', 'sku', 'name']);
  return (ids ? all.where(sql<boolean>`id = any(${ids}::integer[])`) : all).execute();
}

/**
 * The categories of these products, always in the same order. Another order would make a product look
 * changed.
 */
export async function readCategoriesOf(
  db: Db,
  productIds: readonly number[],
): Promise<Tables['product_category'][]> {
  const { rows } = await sql<Tables['product_category']>`/* prepared: categories of products */
    select product_id, category_id from product_category
    where product_id = any(${[...productIds]}::integer[]) order by category_id`.execute(db);
  return rows;
}

/** The children of these configurable products, in order. */
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
 * The products whose document depends on these products: the parent of a child, every grouped or bundle
 * product that links one of the SKUs, and every product with an option that names one.
 */
export async function readDependents(db: Db, ids: readonly number[]): Promise<number[]> {
  // With `offset 0` the links of a product are concatenated once, and not again for each part.
  const { rows } = await sql<{ id: number }>`/* prepared: dependent products */
    with part as materialized (select sku from product where id = any(${[...ids]}::integer[]))
    select parent_id as id from product_child where child_id = any(${[...ids]}::integer[])
    union all select id from product,
      lateral (select concat(product_links, bundle_options, custom_options) as links offset 0) as written
    where (type_id in ('grouped', 'bundle') or custom_options <> '[]')
      and exists (select from part where strpos(links, '"' || part.sku || '"') > 0)`.execute(db);
  return rows.map((row) => row.id);
}

/** Every category, parents before children, in menu order. */
export function readCategories(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('category').selectAll().orderBy('level').orderBy('position').orderBy('id').execute();
}

/** Every attribute. */
export function readAttributes(db: Db) {
  return db.selectFrom('attribute').selectAll().orderBy('attribute_id').execute();
}

/** The options with one of these labels in a store view, in order. */
export function readOptionsLabelled(db: Db, labels: readonly string[], view: { code: string }) {
  const label = sql`coalesce(nullif(view_texts -> ${view.code} ->> 'label', ''), label)`;
  return readAttributeOptions(db, sql<boolean>`${label} = any(${[...labels]}::text[])`);
}

/** Every option of every attribute, in order; or those that meet a condition. */
export function readAttributeOptions(db: Db, condition = sql<boolean>`true`) {
  return db
    .selectFrom('attribute_option')
    .selectAll()
    .where(condition)
    .orderBy('position')
    .orderBy('label')
    .orderBy('value')
    .execute();
}
