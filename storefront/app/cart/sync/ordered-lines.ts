import { withPending } from '@fynbos/core/cart/pending-cart.ts';
import { appended, type CartOutbox, type PendingEntry, snapshotOf } from './cart-outbox.ts';
import type { CartLine } from './cart-view.ts';

const maxMoved = 50;

/**
 * Removes ordered lines from the cart, once per order, also after an interruption. Units added to a line
 * after the order stay.
 */
export function withoutOrderedLines(
  outbox: CartOutbox,
  order: string,
  lines: readonly { key: string; qty: number }[],
  at: number,
): CartOutbox {
  const { items } = snapshotOf(outbox);
  const entries = withPending<CartLine>(items, outbox.entries).flatMap(
    ({ key, qty }, index): PendingEntry[] => {
      const of = lines.find((line) => line.key === key);
      if (!of) return [];
      // The id becomes a header value, and a line key may contain text the shopper typed.
      const id = `${order}-${index}`;
      const left = qty - of.qty;
      return [left > 0 ? { id, at, kind: 'set', key, qty: left } : { id, at, kind: 'remove', key }];
    },
  );
  return once(outbox, order, entries);
}

/** Puts the lines of a withdrawn order back, each as an entry, once per order. */
export function givenBack(outbox: CartOutbox, order: string, entries: readonly PendingEntry[]): CartOutbox {
  return once(outbox, `${order} back`, entries);
}

/** Writes the entries and the marker of the order in one change. */
function once(outbox: CartOutbox, marker: string, entries: readonly PendingEntry[]): CartOutbox {
  const { moved = [] } = snapshotOf(outbox);
  if (moved.includes(marker)) return outbox;
  const withMarker = {
    ...outbox,
    kept: { ...snapshotOf(outbox), moved: [marker, ...moved].slice(0, maxMoved) },
  };
  return entries.reduce(appended, withMarker);
}
