import type { CmsNode } from '@fynbos/core/content/cms.ts';
import { contentSizes } from '@fynbos/core/content/cms.ts';
import { findContent } from './find-content.ts';

/** An entry of the footer menus; without a path it is a heading. */
export interface FooterMenuItem {
  /** The page it links to, or its own name. */
  identifier: string;
  name: string;
  lang: string;
  path: string | null;
}

export interface FooterMenu extends FooterMenuItem {
  items: FooterMenuItem[];
}

/** Menus with names of this form are shown in the footer of every page. */
const ofTheFooter = /^footer-/;

/** The menus of the footer, in their order. */
export async function loadFooterMenus(request: Request): Promise<FooterMenu[]> {
  const body = { filters: { level: { eq: 1 } }, size: contentSizes.usual };
  const trees = await findContent('cms_hierarchy', body, request);
  return trees
    .filter(({ identifier, children }) => ofTheFooter.test(identifier) && children.length > 0)
    .map((tree) => ({ ...menuItemOf(tree), items: tree.children.map(menuItemOf) }));
}

const menuItemOf = ({ identifier, page, title, lang, url_path }: CmsNode): FooterMenuItem => ({
  identifier: page ?? identifier,
  name: title,
  lang,
  path: url_path === null ? null : `/${url_path}`,
});
