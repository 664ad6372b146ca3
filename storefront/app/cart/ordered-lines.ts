import { withPending } from '@fynbos/core/cart/entry.ts';
import { appended, type CartBox, keptOf, type PendingEntry } from './cart-box.ts';
import type { CartLine } from './cart-line.ts';

const mostMoved = 50;

/**
 * What was ordered leaves the cart: what was added to a line since stays. Once for each order, whatever was interrupted
 * in between.
 */
export function takenOut(
  box: CartBox,
  order: string,
  lines: readonly { key: string; qty: number }[],
  at: number,
): CartBox {
  const items = keptOf(box).items as readonly (CartLine & { qty: number })[];
  const entries = withPending(items, box.entries).flatMap(({ key, qty }, index): PendingEntry[] => {
    const of = lines.find((line) => line.key === key);
    if (!of) return [];
    // It becomes a header: the key of a line may hold what was typed.
    const id = `${order}-${index}`;
    const left = qty - of.qty;
    return [left > 0 ? { id, at, kind: 'set', key, qty: left } : { id, at, kind: 'remove', key }];
  });
  return once(box, order, entries);
}

/** The lines of an order that was taken back, each as an entry, are put in again; once for each order. */
export function givenBack(box: CartBox, order: string, entries: readonly PendingEntry[]): CartBox {
  return once(box, `${order} back`, entries);
}

/** The entries and the mark that says so are written together. */
function once(box: CartBox, mark: string, entries: readonly PendingEntry[]): CartBox {
  const { moved = [] } = keptOf(box);
  if (moved.includes(mark)) return box;
  const marked = { ...box, kept: { ...keptOf(box), moved: [mark, ...moved].slice(0, mostMoved) } };
  return entries.reduce(appended, marked);
}
