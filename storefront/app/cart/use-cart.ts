import { useSyncExternalStore } from 'react';
import type { CartView } from './cart-view.ts';
import { cart, unseen } from './open-cart.ts';

export { cartActions } from './open-cart.ts';

/** The cart, live; `loading` on a server and until the page is alive. For parts that are loaded late. */
export function useCart(): CartView {
  return useSyncExternalStore(cart.follow, cart.view, () => unseen);
}
