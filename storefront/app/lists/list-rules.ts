import type { ListedProduct } from './listed-product.ts';

type Listed = Pick<ListedProduct, 'sku' | 'added_at'>;

/** The list with something new in front; ignored if its sku is there already (accounts 4.6). */
export function withNew<Item extends Listed>(items: readonly Item[], item: Item): readonly Item[] {
  return items.some(({ sku }) => sku === item.sku) ? items : [item, ...items];
}

/** The list with what was seen last in front: seen again, it moves there (PDP-7). @param most how many are kept */
export function withSeen<Item extends Listed>(
  items: readonly Item[],
  item: Item,
  most: number,
): readonly Item[] {
  return [item, ...items.filter(({ sku }) => sku !== item.sku)].slice(0, most);
}

export function without<Item extends Listed>(items: readonly Item[], gone: string): readonly Item[] {
  return items.filter(({ sku }) => sku !== gone);
}

/**
 * Two lists of one person, as one (ACC-6): every sku once, newest first. Where both have it, the newer entry
 * stays. The same two lists again change nothing.
 *
 * @param most how many are kept, the newest
 */
export function united<Item extends Listed>(
  one: readonly Item[],
  other: readonly Item[],
  most = Number.POSITIVE_INFINITY,
): Item[] {
  const newest = [...one, ...other].sort((a, b) => compareText(b.added_at, a.added_at));
  const first = newest.filter((item, index) => index === newest.findIndex(({ sku }) => sku === item.sku));
  return first.slice(0, most);
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
