import { ownSlug } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';

/** A category in the menu. */
export interface MenuNode {
  name: string;
  url_path: string;
  slug?: string;
  /** The picture of a category directly below the root; deeper ones have none here. */
  image?: string;
  /** Absent where there are none: the menu is part of every page. */
  children?: MenuNode[];
}

/**
 * Builds the menu tree below the root of the shop. A category hidden from the menu is omitted with its
 * subtree.
 */
export function menuOf(categories: readonly Category[]): MenuNode[] {
  const below = Map.groupBy(
    categories.filter((category) => category.include_in_menu && category.url_path),
    (category) => category.parent_id,
  );
  const nodesOf = (parent: number): MenuNode[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.position - b.position)
      .map((category) => ({ category, children: nodesOf(category.id) }))
      .map(({ category, children }) => ({
        name: category.name,
        url_path: category.url_path,
        ...ownSlug(category),
        ...(parent === categoryRootId && category.image && { image: category.image }),
        ...(children.length > 0 && { children }),
      }));
  return nodesOf(categoryRootId);
}

/** The nodes from the top to an address; empty when the address is not in the menu. */
export function menuTrail(nodes: readonly MenuNode[], path: readonly string[]): MenuNode[] {
  const [next, ...rest] = path;
  const node = nodes.find((candidate) => candidate.url_path === next);
  return node ? [node, ...menuTrail(node.children ?? [], rest)] : [];
}
