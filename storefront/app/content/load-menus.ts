import type { CmsNode } from '@fynbos/core/content/cms.ts';
import { usualContents } from '@fynbos/core/content/cms.ts';
import { findContent } from './find-content.ts';

/** A line of the foot of every page; without a path it is a heading. */
export interface MenuLine {
  /** The page it leads to, or its own name. */
  identifier: string;
  name: string;
  lang: string;
  path: string | null;
}

export interface FooterMenu extends MenuLine {
  lines: MenuLine[];
}

/** Menus of this name stand at the foot of every page. */
const ofTheFooter = /^footer-/;

/** The menus of the footer, in their order. */
export async function loadFooterMenus(request: Request): Promise<FooterMenu[]> {
  const body = { filters: { level: { eq: 1 } }, size: usualContents };
  const trees = await findContent('cms_hierarchy', body, request);
  return trees
    .filter(({ identifier, children }) => ofTheFooter.test(identifier) && children.length > 0)
    .map((tree) => ({ ...lineOf(tree), lines: tree.children.map(lineOf) }));
}

const lineOf = ({ identifier, page, title, lang, url_path }: CmsNode): MenuLine => ({
  identifier: page ?? identifier,
  name: title,
  lang,
  path: url_path === null ? null : `/${url_path}`,
});
