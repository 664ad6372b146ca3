import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { ContentTables } from '../schema/content-tables.ts';

/** A page or a block without its texts. */
export type ItemRow = Selectable<ContentTables['content_item']>;
/** The text of a page or a block in one language. */
export type TextRow = Selectable<ContentTables['content_text']>;
/** A node of a menu. */
export type NodeRow = Selectable<ContentTables['content_node']>;

/** Every page and block, in display order. */
export function readItems(db: Db): Promise<ItemRow[]> {
  return db.selectFrom('content_item').selectAll().orderBy('position').orderBy('identifier').execute();
}

/** Every text of every page and block. */
export function readTexts(db: Db): Promise<TextRow[]> {
  return db
    .selectFrom('content_text')
    .select([
      'item_id',
      'language',
      'title',
      'content_heading',
      'meta_title',
      'meta_description',
      'meta_keywords',
      'format',
      'source',
      'html',
      'is_active',
      'written_at',
      // Read as text: as an instant, the day would depend on the time zone of the process.
      sql<string | null>`updated_on::text`.as('updated_on'),
    ])
    .orderBy('item_id')
    .orderBy('language')
    .execute();
}

/** Every node of every menu, in display order. */
export function readNodes(db: Db): Promise<NodeRow[]> {
  return db.selectFrom('content_node').selectAll().orderBy('position').orderBy('id').execute();
}
