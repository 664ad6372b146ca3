import { type MenuNode, menuOf } from './menu.ts';
import { type Asker, findCategories } from './queries.ts';

/** Levels of the menu below the root; deeper ones are found on the category's own page. */
const deepest = 4;

/** The tree of categories that have products, by level and position (CAT-8). */
export async function loadMenu(asker: Asker): Promise<MenuNode[]> {
  const categories = await findCategories({ product_count: { gt: 0 }, level: { lte: deepest } }, asker);
  return menuOf(categories);
}
