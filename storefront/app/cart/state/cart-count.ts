import { countKey, readCount } from '../../platform/session/cart-token.ts';
import { createEmitter, type Store } from '../../platform/state/store.ts';
import { onStoredElsewhere } from '../../platform/storage/browser-storage.ts';

/** The count reported by the cart, once its code is loaded. */
let count: number | undefined;
/** The count of products added while the cart's code is loading. */
let ahead = 0;
const changes = createEmitter();

/** The cart count from memory, or from the browser's storage while the cart is not loaded. */
export const cartCount: Pick<Store<number>, 'get' | 'subscribe'> = {
  get: () => (count ?? readCount()) + ahead,
  subscribe(listener) {
    const unsubscribe = changes.subscribe(listener);
    const stopElsewhere = onStoredElsewhere(() => {
      if (count === undefined) listener();
    }, countKey());
    return () => {
      unsubscribe();
      stopElsewhere();
    };
  },
};

export function publishCount(next: number): void {
  if (next === count) return;
  count = next;
  changes.emit();
}

/** Counts products as added in advance; a negative number means that the cart now counts them. */
export function countAhead(more: number): void {
  ahead += more;
  changes.emit();
}
