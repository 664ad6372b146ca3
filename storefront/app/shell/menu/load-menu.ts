import { findCategories, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import { type MenuNode, menuOf } from './category-menu.ts';

/** Levels of the menu below the root. Deeper categories are listed on the page of their parent. */
const maxLevel = 4;

/** The tree of categories that have products, by level and position (CAT-8). */
export async function loadMenu(requester: Requester): Promise<MenuNode[]> {
  const categories = await findCategories({ product_count: { gt: 0 }, level: { lte: maxLevel } }, requester);
  return menuOf(categories);
}
