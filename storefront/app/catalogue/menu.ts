import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';

/** A category as the menu shows it. */
export interface MenuNode {
  name: string;
  url_path: string;
  /** The picture of a category right below the root; those below it have none here. */
  image?: string;
  children: MenuNode[];
}

/** Arranges categories under the root of the shop; what is not for the menu is left out with all below it. */
export function menuOf(categories: readonly Category[]): MenuNode[] {
  const below = Map.groupBy(
    categories.filter((category) => category.include_in_menu && category.url_path),
    (category) => category.parent_id,
  );
  const nodesOf = (parent: number): MenuNode[] =>
    (below.get(parent) ?? [])
      .toSorted((one, other) => one.position - other.position)
      .map(({ id, name, url_path, image }) => ({
        name,
        url_path,
        ...(parent === categoryRootId && image && { image }),
        children: nodesOf(id),
      }));
  return nodesOf(categoryRootId);
}

/** The nodes from the top to an address; empty when the address is not in the menu. */
export function wayTo(nodes: readonly MenuNode[], path: readonly string[]): MenuNode[] {
  const [next, ...rest] = path;
  const node = nodes.find((one) => one.url_path === next);
  return node ? [node, ...wayTo(node.children, rest)] : [];
}
