import { isCount, readCount } from './cart-keys.ts';

/** What the cart itself says, once its code is there. */
let count: number | undefined;
/** Put into the cart here while its code is on its way. */
let ahead = 0;
const listeners = new Set<() => void>();

/** The number at the cart, from memory: it changes with the click. */
export const counted = () => (count ?? readCount()) + ahead;

export function tellCount(next: number): void {
  if (next === count) return;
  count = next;
  tell();
}

/** Counts so many as put into the cart, or with a number below 0 as counted by the cart itself. */
export function countAhead(more: number): void {
  ahead += more;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the number may have changed. @returns how to stop */
export function onCount(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => isCount(key) && count === undefined && listener();
  listeners.add(listener);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
}
