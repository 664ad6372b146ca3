import { type ContentLanguage, sourceLanguage } from '@fynbos/core/content/content-language.ts';
import type { Db } from '../db.ts';
import type { ContentKind } from '../schema/content-tables.ts';
import {
  type ItemRow,
  type NodeRow,
  readItems,
  readNodes,
  readTexts,
  type TextRow,
} from './cms-read-store.ts';
import {
  deleteContentItem,
  deleteOtherNodes,
  notifyContent,
  setActive,
  upsertItem,
  upsertNodes,
  upsertText,
} from './cms-store.ts';

/** A text as an import writes it. */
export type NewText = Omit<TextRow, 'item_id' | 'written_at'>;
/** A page or a block as an import writes it, with only the texts that differ. */
export type NewItem = Omit<ItemRow, 'id' | 'created_at'> & { texts: NewText[] };
/** A menu node as an import writes it. */
export type NewNode = Omit<NodeRow, 'id'>;

/** The key of a page or a block; the two have separate namespaces. */
export const contentKeyOf = ({ kind, identifier }: Pick<ItemRow, 'kind' | 'identifier'>): string =>
  `${kind} ${identifier}`;

/** Every stored page and block in order, including hidden ones and translations. */
export async function storedContents(db: Db): Promise<Map<string, NewItem & { id: number }>> {
  const texts = Map.groupBy(await readTexts(db), (text) => text.item_id);
  const items = (await readItems(db)).map(({ created_at: _, ...item }) => ({
    ...item,
    texts: (texts.get(item.id) ?? []).map(({ item_id: _id, written_at: _at, ...text }) => text),
  }));
  return new Map(items.map((item) => [contentKeyOf(item), item]));
}

/** Every stored menu by its top node, with its nodes in order. */
export async function storedMenus(db: Db): Promise<Map<string, NewNode[]>> {
  const nodes = (await readNodes(db)).map(({ id: _, ...node }) => node);
  return Map.groupBy(nodes, (node) => node.tree);
}

/**
 * Writes pages, blocks and whole menus within the caller's transaction, and notifies the running shops.
 * @param menus each menu in its complete new state
 */
export async function saveContents(
  db: Db,
  items: readonly NewItem[],
  menus: ReadonlyMap<string, readonly NewNode[]>,
): Promise<void> {
  for (const { texts, ...item } of items) {
    const item_id = await upsertItem(db, item);
    for (const text of texts) await upsertText(db, { item_id, ...text });
  }
  for (const [tree, nodes] of menus) {
    await deleteOtherNodes(
      db,
      tree,
      nodes.map((node) => node.identifier),
    );
    await upsertNodes(db, nodes);
  }
  if (items.length + menus.size > 0) await notifyContent(db);
}

/**
 * Shows a page or a block, or hides it with all its translations. A later import leaves this unchanged
 * unless its file sets it.
 * @returns whether the state changed
 */
export function showContent(db: Db, itemId: number, isShown: boolean): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await setActive(trx, itemId, sourceLanguage, isShown);
    if (changed) await notifyContent(trx);
    return changed;
  });
}

/**
 * Deletes a page or a block permanently.
 * @returns whether it existed
 */
export function removeContent(db: Db, kind: ContentKind, identifier: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const deleted = await deleteContentItem(trx, kind, identifier);
    if (deleted) await notifyContent(trx);
    return deleted;
  });
}

/** The addresses of pages with their owners; products and categories may not use them. */
export async function pageAddresses(db: Db): Promise<Map<string, string>> {
  const pages = (await readItems(db)).filter((item) => item.kind === 'page');
  return new Map(pages.map(({ identifier }) => [identifier, `the page ${identifier}`]));
}

/** The text of a page or a block in a language. */
export const textIn = ({ texts }: NewItem, language: ContentLanguage): NewText | undefined =>
  texts.find((text) => text.language === language);
