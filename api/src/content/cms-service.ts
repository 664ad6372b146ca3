import { type ContentLanguage, sourceLanguage } from '@fynbos/core/content/language.ts';
import type { Db } from '../db.ts';
import {
  type ItemRow,
  type NodeRow,
  readItems,
  readNodes,
  readTexts,
  type TextRow,
} from './cms-read-store.ts';
import {
  deleteItem,
  deleteOtherNodes,
  notifyContent,
  setActive,
  upsertItem,
  upsertNodes,
  upsertText,
} from './cms-store.ts';
import type { ContentKind } from './tables.ts';

/** What an import writes of a text. */
export type NewText = Omit<TextRow, 'item_id' | 'written_at'>;
/** What an import writes of a page or a block: itself, and those of its texts that differ. */
export type NewItem = Omit<ItemRow, 'id' | 'created_at'> & { texts: NewText[] };
/** What an import writes of a node of a menu. */
export type NewNode = Omit<NodeRow, 'id'>;

/** How a page or a block is known: the two have names of their own. */
export const keyOf = ({ kind, identifier }: Pick<ItemRow, 'kind' | 'identifier'>): string =>
  `${kind} ${identifier}`;

/** Every page and block as it is kept, in its order, hidden ones and translations too. */
export async function keptContents(db: Db): Promise<Map<string, NewItem & { id: number }>> {
  const texts = Map.groupBy(await readTexts(db), (text) => text.item_id);
  const items = (await readItems(db)).map(({ created_at: _, ...item }) => ({
    ...item,
    texts: (texts.get(item.id) ?? []).map(({ item_id: _id, written_at: _at, ...text }) => text),
  }));
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Every menu by the node at its top; its nodes in their order. */
export async function keptMenus(db: Db): Promise<Map<string, NewNode[]>> {
  const nodes = (await readNodes(db)).map(({ id: _, ...node }) => node);
  return Map.groupBy(nodes, (node) => node.tree);
}

/**
 * Writes pages, blocks and whole menus within the caller's transaction, and tells the running shops.
 *
 * @param menus each exactly as it is going to be
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
 * Shows a page or a block, or hides it with all its translations; what an import brings later does not change that
 * unless its file says so.
 *
 * @returns whether it was otherwise before
 */
export function showContent(db: Db, itemId: number, isShown: boolean): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await setActive(trx, itemId, sourceLanguage, isShown);
    if (changed) await notifyContent(trx);
    return changed;
  });
}

/** Takes a page or a block away for good. @returns whether there was one */
export function removeContent(db: Db, kind: ContentKind, identifier: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const gone = await deleteItem(trx, kind, identifier);
    if (gone) await notifyContent(trx);
    return gone;
  });
}

/** The addresses that pages have, which no product and no category may take, and whose they are. */
export async function pageAddresses(db: Db): Promise<Map<string, string>> {
  const pages = (await readItems(db)).filter((item) => item.kind === 'page');
  return new Map(pages.map(({ identifier }) => [identifier, `the page ${identifier}`]));
}

/** A text of a page or a block in a language. */
export const textIn = ({ texts }: NewItem, language: ContentLanguage): NewText | undefined =>
  texts.find((text) => text.language === language);
