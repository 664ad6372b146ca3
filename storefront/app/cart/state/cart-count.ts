import { isCount, readCount } from '../../platform/session/cart-token.ts';

/** The count reported by the cart, once its code is loaded. */
let count: number | undefined;
/** The count of products added while the cart's code is loading. */
let ahead = 0;
const listeners = new Set<() => void>();

/** The cart count from memory: it changes with the click. */
export const counted = () => (count ?? readCount()) + ahead;

export function publishCount(next: number): void {
  if (next === count) return;
  count = next;
  notifyListeners();
}

/** Counts products as added in advance; a negative number means that the cart now counts them. */
export function countAhead(more: number): void {
  ahead += more;
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls back when the count may have changed.
 * @returns a function that unsubscribes
 */
export function onCount(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => isCount(key) && count === undefined && listener();
  listeners.add(listener);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
}
