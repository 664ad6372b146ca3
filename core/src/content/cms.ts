import type { ContentLanguage } from './content-language.ts';

/** Content written by the shop, as entities of a catalogue search (wire contract 1.5). */
export const contentEntities = ['cms_page', 'cms_block', 'cms_hierarchy'] as const;
export type ContentEntity = (typeof contentEntities)[number];

/** Default and maximum number of entries in a listing (spec accounts 7.5 and 9). */
export const contentSizes = { usual: 150, max: 500 };

export const pageLayouts = ['default', 'minimal', 'empty'] as const;
export type PageLayout = (typeof pageLayouts)[number];

/** Prefix of the `id` of every heading; no element of the storefront has such an id. */
export const headingPrefix = 'section-';

/** A node of a menu with its descendants (wire contract 2.7). */
export interface CmsNode {
  id: number;
  identifier: string;
  title: string;
  /** Language of the title. */
  lang: ContentLanguage;
  /** Identifier of the linked page; null when the node links to no page. */
  page: string | null;
  /** Path of the link without its leading slash; null for a heading. */
  url_path: string | null;
  parent: string | null;
  /** 1 is the root of a tree. */
  level: number;
  position: number;
  store_id: number;
  children: CmsNode[];
}
