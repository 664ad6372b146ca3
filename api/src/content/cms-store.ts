import type { ContentLanguage } from '@fynbos/core/content/content-language.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { ContentKind } from '../schema/content-tables.ts';
import type { ItemRow, NodeRow, TextRow } from './cms-read-store.ts';

/** Notifies every running shop after the commit that texts or menus changed. */
export async function notifyContent(db: Db): Promise<void> {
  await sql`select pg_notify('content', '')`.execute(db);
}

/**
 * Inserts or updates a page or block by its identifier.
 * @returns its id
 */
export async function upsertItem(db: Db, item: Omit<ItemRow, 'id' | 'created_at'>): Promise<number> {
  const { layout, position } = item;
  const products = JSON.stringify(item.products);
  const { id } = await db
    .insertInto('content_item')
    .values({ ...item, products })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'identifier']).doUpdateSet({ layout, position, products }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts or updates the text in one language. */
export async function upsertText(db: Db, text: Omit<TextRow, 'written_at'>): Promise<void> {
  const { item_id: _, language: __, ...content } = text;
  await db
    .insertInto('content_text')
    .values(text)
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'language']).doUpdateSet({ ...content, written_at: sql`now()` }),
    )
    .execute();
}

/**
 * Shows or hides a text.
 * @returns whether the state changed
 */
export async function setActive(
  db: Db,
  itemId: number,
  language: ContentLanguage,
  isActive: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('content_text')
    .set({ is_active: isActive })
    .where('item_id', '=', itemId)
    .where('language', '=', language)
    .where('is_active', '!=', isActive)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Deletes a page or a block in every language.
 * @returns whether it existed
 */
export async function deleteContentItem(db: Db, kind: ContentKind, identifier: string): Promise<boolean> {
  const result = await db
    .deleteFrom('content_item')
    .where('kind', '=', kind)
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes all other nodes of a menu. */
export async function deleteOtherNodes(db: Db, tree: string, retained: readonly string[]): Promise<void> {
  await db
    .deleteFrom('content_node')
    .where('tree', '=', tree)
    .where(sql<boolean>`identifier <> all(${retained}::text[])`)
    .execute();
}

/** Inserts or updates menu nodes by their identifiers. */
export async function upsertNodes(db: Db, nodes: readonly Omit<NodeRow, 'id'>[]): Promise<void> {
  if (nodes.length === 0) return;
  await db
    .insertInto('content_node')
    .values(nodes.map((node) => ({ ...node, titles: JSON.stringify(node.titles) })))
    .onConflict((conflict) =>
      conflict.column('identifier').doUpdateSet(({ ref }) => ({
        tree: ref('excluded.tree'),
        parent: ref('excluded.parent'),
        page: ref('excluded.page'),
        titles: ref('excluded.titles'),
        position: ref('excluded.position'),
      })),
    )
    .execute();
}
