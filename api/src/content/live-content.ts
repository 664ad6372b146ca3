import type { CmsNode } from '@fynbos/core/content/cms.ts';
import type { ContentLanguage } from '@fynbos/core/content/content-language.ts';
import type { CmsBlock, CmsPage } from '@fynbos/core/content/contract.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import { blockDocument, nodeDocuments, pageDocument, type Readable, readableOf } from './cms-documents.ts';
import { type NodeRow, readItems, readNodes, readTexts } from './cms-read-store.ts';

/** The content of a store view in one language, sorted. */
export interface Contents {
  pages: readonly CmsPage[];
  blocks: readonly CmsBlock[];
  nodes: readonly CmsNode[];
}

/**
 * Pages, blocks and menus as this process serves them. Reads them from the database at start and after each
 * announced change; a reader never sees half of a change.
 */
export interface LiveContent {
  /** @param language texts without a translation are in English */
  of(view: StoreView, language: ContentLanguage): Contents;
  /** Registers a listener that is called after each change. */
  onChange(listener: () => void): void;
  reload(): Promise<void>;
}

export async function openContent(db: Db): Promise<LiveContent> {
  let pages: readonly Readable[] = [];
  let blocks: readonly Readable[] = [];
  let nodes: readonly NodeRow[] = [];
  let ready = new Map<string, Contents>();
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    // One snapshot, so that pages and menus come from the same moment.
    const [items, texts, rows] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => [await readItems(trx), await readTexts(trx), await readNodes(trx)] as const);
    const readable = Map.groupBy(readableOf(items, texts), ({ item }) => item.kind);
    pages = readable.get('page') ?? [];
    blocks = readable.get('block') ?? [];
    nodes = rows;
    ready = new Map();
    for (const listener of listeners) listener();
  }

  // Serialises reloads: an older one that ends later would restore old texts.
  let turn: Promise<void> = Promise.resolve();
  function reload(): Promise<void> {
    const done = turn.then(read);
    turn = done.catch(() => {});
    return done;
  }

  await reload();
  return {
    of({ code, id }, language) {
      const key = `${code} ${language}`;
      const known = ready.get(key);
      if (known) return known;
      const contents: Contents = {
        pages: pages.map((page) => pageDocument(page, language, id)),
        blocks: blocks.map((block) => blockDocument(block, language, id)),
        nodes: nodeDocuments(nodes, pages, language, id),
      };
      ready.set(key, contents);
      return contents;
    },
    onChange: (listener) => void listeners.push(listener),
    reload,
  };
}
