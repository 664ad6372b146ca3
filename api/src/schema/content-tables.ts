import type { PageLayout } from '@fynbos/core/content/cms.ts';
import type { ContentLanguage } from '@fynbos/core/content/content-language.ts';
import type { PageProduct } from '@fynbos/core/content/contract.ts';
import type { ColumnType, Generated } from 'kysely';

/** The tables of pages, blocks and menus (api/migrations/009-content.sql). */
export interface ContentTables {
  content_item: {
    id: Generated<number>;
    kind: ContentKind;
    identifier: string;
    layout: PageLayout;
    position: number;
    products: ColumnType<PageProduct[], string, string>;
    created_at: ColumnType<Date, never, never>;
  };
  content_text: {
    item_id: number;
    language: ContentLanguage;
    title: string;
    content_heading: string;
    meta_title: string;
    meta_description: string;
    meta_keywords: string;
    format: ContentFormat;
    source: string;
    html: string;
    is_active: boolean;
    /** Calendar date, `2026-11-20`. */
    updated_on: string | null;
    written_at: ColumnType<Date, never, Date>;
  };
  content_node: {
    id: Generated<number>;
    identifier: string;
    tree: string;
    parent: string | null;
    page: string;
    titles: ColumnType<Partial<Record<ContentLanguage, string>>, string, string>;
    position: number;
  };
}

export type ContentKind = 'page' | 'block';
export type ContentFormat = 'md' | 'html';
