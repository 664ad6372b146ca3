import { countKey, readCount } from '../../platform/session/cart-token.ts';
import { createStore, type Store, subscribeToAll } from '../../platform/state/store.ts';
import { onStoredElsewhere } from '../../platform/storage/browser-storage.ts';

/** The count reported by the cart, once its code is loaded. */
const count = createStore<number | undefined>(undefined);
/** The count of products added while the cart's code is loading. */
const ahead = createStore(0);

/** The cart count from memory, or from the browser's storage while the cart is not loaded. */
export const cartCount: Pick<Store<number>, 'get' | 'subscribe'> = {
  get: () => (count.get() ?? readCount()) + ahead.get(),
  subscribe: subscribeToAll(count.subscribe, ahead.subscribe, (listener) =>
    onStoredElsewhere(listener, countKey()),
  ),
};

export const publishCount = count.set;

/** Counts products as added in advance; a negative number means that the cart now counts them. */
export const countAhead = (more: number): void => ahead.set(ahead.get() + more);
