import type { ContentLanguage } from './language.ts';

/** What the shop itself writes, as entities of a catalogue search (wire contract 1.5). */
export const contentEntities = ['cms_page', 'cms_block', 'cms_hierarchy'] as const;
export type ContentEntity = (typeof contentEntities)[number];

/** How many are listed when nobody says, and at most (accounts 7.5 and 9). */
export const usualContents = 150;
export const mostContents = 500;

export const pageLayouts = ['default', 'minimal', 'empty'] as const;
export type PageLayout = (typeof pageLayouts)[number];

/** The first part of the `id` of every heading: no element of the storefront has such an id. */
export const headingPrefix = 'section-';

/** A node of a menu with all below it (wire contract 2.7). */
export interface CmsNode {
  id: number;
  identifier: string;
  title: string;
  /** The language of the title. */
  lang: ContentLanguage;
  /** The identifier of the page it leads to, if it leads to a page. */
  page: string | null;
  /** Where it leads, without the first slash; null for a heading. */
  url_path: string | null;
  parent: string | null;
  /** 1 for the top of a tree. */
  level: number;
  position: number;
  store_id: number;
  children: CmsNode[];
}
