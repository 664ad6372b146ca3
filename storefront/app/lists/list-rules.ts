import type { ListedProduct } from './listed-product.ts';

type Listed = Pick<ListedProduct, 'sku' | 'added_at'>;

/** The list with a new item in front; the item is ignored if its SKU is already listed (spec accounts 4.6). */
export function withNew<Item extends Listed>(items: readonly Item[], item: Item): readonly Item[] {
  return items.some(({ sku }) => sku === item.sku) ? items : [item, ...items];
}

/**
 * The list with the last viewed item in front; an item viewed before moves there (PDP-7).
 * @param maxItems how many items are retained
 */
export function withSeen<Item extends Listed>(
  items: readonly Item[],
  item: Item,
  maxItems: number,
): readonly Item[] {
  return [item, ...items.filter(({ sku }) => sku !== item.sku)].slice(0, maxItems);
}

export function without<Item extends Listed>(items: readonly Item[], removedSku: string): readonly Item[] {
  return items.filter(({ sku }) => sku !== removedSku);
}

/**
 * Merges two lists of one customer (ACC-6): every SKU once, newest first. When both lists have it, the
 * newer entry wins. Merging the same two lists again changes nothing.
 * @param maxItems how many items are retained, the newest first
 */
export function united<Item extends Listed>(
  leftItems: readonly Item[],
  rightItems: readonly Item[],
  maxItems = Number.POSITIVE_INFINITY,
): Item[] {
  const newest = [...leftItems, ...rightItems].sort((a, b) => compareText(b.added_at, a.added_at));
  const first = newest.filter((item, index) => index === newest.findIndex(({ sku }) => sku === item.sku));
  return first.slice(0, maxItems);
}

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
