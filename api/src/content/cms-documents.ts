import type { CmsNode } from '@fynbos/core/content/cms.ts';
import {
  type ContentLanguage,
  contentLanguages,
  sourceLanguage,
} from '@fynbos/core/content/content-language.ts';
import { contentLink } from '@fynbos/core/content/content-link.ts';
import type { CmsBlock, CmsPage } from '@fynbos/core/content/contract.ts';
import { withoutMarkup } from '@fynbos/core/content/markup-free-text.ts';
import type { ItemRow, NodeRow, TextRow } from './cms-read-store.ts';
import { type Sanitised, sanitise } from './html-sanitiser.ts';

/** A visible page or block with sanitised texts, whatever the database contains. */
export interface Readable {
  item: ItemRow;
  texts: ReadonlyMap<ContentLanguage, ReadableText>;
}

interface ReadableText {
  row: TextRow;
  body: Sanitised;
}

/**
 * The visible pages and blocks of these rows. The English text decides the visibility, and a hidden
 * translation is treated as missing.
 */
export function readableOf(items: readonly ItemRow[], rows: readonly TextRow[]): Readable[] {
  const byItem = Map.groupBy(rows, (row) => row.item_id);
  return items.flatMap((item) => {
    const active = (byItem.get(item.id) ?? []).filter((row) => row.is_active);
    if (!active.some((row) => row.language === sourceLanguage)) return [];
    const texts = new Map(active.map((row) => [row.language, { row, body: sanitise(row.html) }]));
    return [{ item, texts }];
  });
}

/** The text in a language; English if there is no translation (spec D39). */
function textFor({ texts }: Readable, language: ContentLanguage): ReadableText {
  // `readableOf` omits an item without an English text.
  return texts.get(language) ?? texts.get(sourceLanguage)!;
}

export function pageDocument(readable: Readable, language: ContentLanguage, storeId: number): CmsPage {
  const { item } = readable;
  const { row, body } = textFor(readable, language);
  const title = withoutMarkup(row.title);
  return {
    ...commonOf(readable, language, storeId),
    content_heading: withoutMarkup(row.content_heading) || title,
    meta_title: withoutMarkup(row.meta_title) || title,
    meta_description: withoutMarkup(row.meta_description),
    meta_keywords: withoutMarkup(row.meta_keywords),
    page_layout: item.layout,
    sort_order: item.position,
    headings: body.headings,
    ...(item.products.length > 0 && { products: item.products }),
  };
}

export function blockDocument(readable: Readable, language: ContentLanguage, storeId: number): CmsBlock {
  return { ...commonOf(readable, language, storeId), type: 'block' };
}

function commonOf(readable: Readable, language: ContentLanguage, store_id: number) {
  const { item, texts } = readable;
  const { row, body } = textFor(readable, language);
  return {
    id: item.id,
    identifier: item.identifier,
    title: withoutMarkup(row.title),
    content: body.html,
    lang: row.language,
    languages: contentLanguages.filter((candidate) => texts.has(candidate)),
    active: true,
    creation_time: timeOf(item.created_at),
    update_time: row.updated_on ? `${row.updated_on} 00:00:00` : timeOf(row.written_at),
    store_id,
  };
}

/** Formats an instant as the index does (wire contract 2.1). */
const timeOf = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/**
 * Every node with its subtree. Nodes that lead only to an unreadable page are omitted.
 * @param pages the readable pages
 */
export function nodeDocuments(
  rows: readonly NodeRow[],
  pages: readonly Readable[],
  language: ContentLanguage,
  storeId: number,
): CmsNode[] {
  const byParent = Map.groupBy(rows, (row) => row.parent);
  const byIdentifier = new Map(pages.map((page) => [page.item.identifier, page]));
  const nodes: CmsNode[] = [];
  const nodeOf = (row: NodeRow, level: number): CmsNode[] => {
    const { id, identifier, parent, position } = row;
    const page = row.page.startsWith('/') ? undefined : byIdentifier.get(row.page);
    const path = row.page.startsWith('/') ? contentLink(row.page)?.href : undefined;
    const children = (byParent.get(identifier) ?? []).flatMap((child) => nodeOf(child, level + 1));
    const leads = row.page === '' || path !== undefined || page !== undefined;
    if (!leads && children.length === 0) return [];
    const node: CmsNode = {
      ...{ id, identifier, ...titleOf(row, page, language) },
      page: page ? row.page : null,
      url_path: page ? row.page : (path?.replace(/^\//, '') ?? null),
      ...{ parent, level, position, store_id: storeId, children },
    };
    nodes.push(node);
    return [node];
  };
  for (const top of byParent.get(null) ?? []) nodeOf(top, 1);
  return nodes.toSorted((left, right) => left.level - right.level);
}

/** The title of a node in the language: its own title, else the title of its page, else the same in English. */
function titleOf(
  { titles, identifier }: NodeRow,
  page: Readable | undefined,
  language: ContentLanguage,
): Pick<CmsNode, 'title' | 'lang'> {
  for (const lang of [language, sourceLanguage]) {
    const title = titles[lang] || page?.texts.get(lang)?.row.title;
    if (title) return { title: withoutMarkup(title), lang };
  }
  return { title: identifier, lang: sourceLanguage };
}
