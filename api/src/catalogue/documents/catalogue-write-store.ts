import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../db.ts';

export type ProductRecord = Selectable<Tables['product']>;
export type CategoryRecord = Selectable<Tables['category']>;
export type AttributeRecord = Selectable<Tables['attribute']>;
export type OptionRecord = Selectable<Tables['attribute_option']>;

/** Serialises imports: a second one waits until the first is done. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue import'))`.execute(db);
}

/** The id, sku, URL path and type of every product. */
export function readProductIndex(
  db: Db,
): Promise<Pick<ProductRecord, 'id' | 'sku' | 'url_path' | 'type_id'>[]> {
  return db.selectFrom('product').select(['id', 'sku', 'url_path', 'type_id']).execute();
}

/** The SKUs with a character or a space that the import may clean. */
export async function readUncleanSkus(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('product').select('sku').where(sql<boolean>`sku ~ '[^!-~ ]|  '`).execute();
  return rows.map(({ sku: stored }) => stored);
}

/** These products as stored. */
export function readStoredProducts(db: Db, ids: readonly number[]): Promise<ProductRecord[]> {
  return db.selectFrom('product').selectAll().where(sql<boolean>`id = any(${ids}::integer[])`).execute();
}

/** Every parent-child link that involves one of these products or their siblings, ordered by position. */
export function readFamilies(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('product_child')
    .selectAll()
    .where(
      sql<boolean>`parent_id in (select parent_id from product_child where child_id = any(${ids}::integer[]) or parent_id = any(${ids}::integer[]))`,
    )
    .orderBy('parent_id')
    .orderBy('position')
    .execute();
}

/** The categories of these products. */
export function readPlaces(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('product_category')
    .selectAll()
    .where(sql<boolean>`product_id = any(${ids}::integer[])`)
    .execute();
}

/** The next unused id. */
export async function nextId(db: Db, table: 'product' | 'category' | 'attribute'): Promise<number> {
  const column = idColumn[table];
  const { rows } = await sql<{ id: number }>`
    select greatest(coalesce(max(${sql.ref(column)}), 0),
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass), 0)) + 1 as id
    from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.id ?? 1);
}

/** Advances the sequence past every used id. */
export async function advanceIds(db: Db, table: 'product' | 'category' | 'attribute'): Promise<void> {
  const column = idColumn[table];
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}), greatest(max(${sql.ref(column)}), 1)) from ${sql.table(table)}`.execute(
    db,
  );
}

const idColumn = { product: 'id', category: 'id', attribute: 'attribute_id' } as const;

const categoryColumns = sql.raw(
  'id, parent_id, name, slug, url_key, url_path, is_active, include_in_menu, level, position, image, description, view_texts',
);
const categoryTypes =
  sql.raw(`id integer, parent_id integer, name text, slug text, url_key text, url_path text, is_active boolean,
  include_in_menu boolean, level integer, position integer, image text, description text, view_texts jsonb`);

export async function insertCategories(db: Db, rows: readonly CategoryRecord[]): Promise<void> {
  await sql`insert into category (${categoryColumns})
    select ${categoryColumns} from json_to_recordset(${JSON.stringify(rows)}::json) as row (${categoryTypes})`.execute(
    db,
  );
}

export async function updateCategories(db: Db, rows: readonly CategoryRecord[]): Promise<void> {
  await sql`update category kept set (${categoryColumns}) =
    (row.id, row.parent_id, row.name, row.slug, row.url_key, row.url_path, row.is_active, row.include_in_menu, row.level,
     row.position, row.image, row.description, row.view_texts)
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (${categoryTypes}) where kept.id = row.id`.execute(
    db,
  );
}

/** Releases the URL paths of these categories, so that two may swap them. */
export async function freeCategoryAddresses(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update category set url_path = null where id = any(${ids}::integer[])`.execute(db);
}

/** Inserts or updates attributes. */
export async function saveAttributes(db: Db, rows: readonly AttributeRecord[]): Promise<void> {
  await sql`insert into attribute select row.* from json_populate_recordset(null::attribute, ${JSON.stringify(rows)}::json) row
    on conflict (attribute_id) do update set frontend_input = excluded.frontend_input, frontend_label = excluded.frontend_label,
      is_user_defined = excluded.is_user_defined, is_visible = excluded.is_visible,
      is_visible_on_front = excluded.is_visible_on_front, is_comparable = excluded.is_comparable, view_texts = excluded.view_texts`.execute(
    db,
  );
}

/** Inserts or updates options. */
export async function saveOptions(db: Db, rows: readonly OptionRecord[]): Promise<void> {
  await sql`insert into attribute_option select row.* from json_populate_recordset(null::attribute_option, ${JSON.stringify(rows)}::json) row
    on conflict (attribute_id, value) do update set label = excluded.label, position = excluded.position,
      view_texts = excluded.view_texts`.execute(db);
}

const productColumns = `id, sku, type_id, name, slug, url_key, url_path, status, visibility, tax_class_id, position, description,
  short_description, image, media_gallery, attributes, configurable_options, bundle_options, custom_options, product_links,
  tier_prices, view_texts, errors, info, created_at, updated_at`;
const productTypes =
  sql.raw(`id integer, sku text, type_id text, name text, slug text, url_key text, url_path text, status smallint,
  visibility smallint, tax_class_id integer, position integer, description text, short_description text, image text,
  media_gallery jsonb, attributes jsonb, configurable_options jsonb, bundle_options jsonb, custom_options jsonb,
  product_links jsonb, tier_prices jsonb, view_texts jsonb, errors jsonb, info jsonb, created_at timestamptz, updated_at timestamptz`);

/** @param rows a few thousand at most: they are sent as one value */
export async function insertProducts(db: Db, rows: readonly ProductRecord[]): Promise<void> {
  await sql`insert into product (${sql.raw(productColumns)})
    select ${sql.raw(productColumns)} from json_to_recordset(${JSON.stringify(rows)}::json) as row (${productTypes})`.execute(
    db,
  );
}

/** @param rows a few thousand at most: they are sent as one value */
export async function updateProducts(db: Db, rows: readonly ProductRecord[]): Promise<void> {
  await sql`update product kept set (${sql.raw(productColumns)}) = (${sql.raw(productColumns.replace(/\w+/g, 'row.$&'))})
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (${productTypes}) where kept.id = row.id`.execute(
    db,
  );
}

/** Releases the URL paths of these products, so that two may swap them. */
export async function freeProductAddresses(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update product set url_path = '~' || id where id = any(${ids}::integer[])`.execute(db);
}

/** Replaces the categories of products with the given ones. */
export async function savePlaces(
  db: Db,
  products: readonly number[],
  places: readonly { product_id: number; category_id: number }[],
): Promise<void> {
  const rows = JSON.stringify(places);
  await sql`delete from product_category kept where product_id = any(${products}::integer[]) and not exists (
    select from json_to_recordset(${rows}::json) as row (product_id integer, category_id integer)
    where row.product_id = kept.product_id and row.category_id = kept.category_id)`.execute(db);
  await sql`insert into product_category (product_id, category_id)
    select product_id, category_id from json_to_recordset(${rows}::json) as row (product_id integer, category_id integer)
    on conflict do nothing`.execute(db);
}

/** Replaces the children of parents. */
export async function saveChildren(
  db: Db,
  parents: readonly number[],
  children: readonly { parent_id: number; child_id: number; position: number }[],
): Promise<void> {
  await sql`delete from product_child where parent_id = any(${parents}::integer[])`.execute(db);
  await sql`insert into product_child (parent_id, child_id, position)
    select parent_id, child_id, position
    from json_to_recordset(${JSON.stringify(children)}::json) as row (parent_id integer, child_id integer, position integer)`.execute(
    db,
  );
}

/** Notifies every listening API when the transaction commits. */
export async function notifyCatalogue(db: Db, channel: string, messages: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, message) from unnest(${[...messages]}::text[]) as message`.execute(
    db,
  );
}

/** Deletes a product with its prices, stock and reviews. */
export async function deleteProduct(db: Db, id: number): Promise<void> {
  await db.deleteFrom('product').where('id', '=', id).execute();
}

/**
 * Deletes a category.
 * @returns the number of products that stood in it
 */
export async function deleteCategory(db: Db, id: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('product_category')
    .where('category_id', '=', id)
    .executeTakeFirst();
  await db.deleteFrom('category').where('id', '=', id).execute();
  return Number(numDeletedRows);
}
