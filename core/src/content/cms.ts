import { type Static, Type } from 'typebox';
import { type ContentLanguage, contentLanguages } from './language.ts';

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

const Language = Type.Enum(contentLanguages, {
  description: 'the language of this text; English where it is not translated',
});

const text = {
  id: Type.Integer(),
  identifier: Type.String(),
  title: Type.String({ description: 'plain words' }),
  content: Type.String({ description: 'HTML of a few harmless elements' }),
  lang: Language,
  languages: Type.Array(Type.Enum(contentLanguages), { description: 'in which languages it can be read' }),
  active: Type.Boolean(),
  creation_time: Type.String(),
  update_time: Type.String(),
  store_id: Type.Integer(),
};

/** A page (wire contract 2.6). */
export const CmsPage = Type.Object({
  ...text,
  content_heading: Type.String(),
  meta_title: Type.String(),
  meta_description: Type.String(),
  meta_keywords: Type.String(),
  page_layout: Type.Enum(pageLayouts),
  sort_order: Type.Integer(),
  headings: Type.Array(Type.Object({ id: Type.String(), level: Type.Integer(), text: Type.String() }), {
    description: 'a table of contents: the ids are in the content',
  }),
});
export type CmsPage = Static<typeof CmsPage>;

/** A block: a text that stands on pages of the shop (wire contract 2.6). */
export const CmsBlock = Type.Object({ ...text, type: Type.String() });
export type CmsBlock = Static<typeof CmsBlock>;

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
