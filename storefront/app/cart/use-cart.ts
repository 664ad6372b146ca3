import { useSyncExternalStore } from 'react';
import type { CartView, CartViewLine } from './cart-view.ts';
import { cart, unseen } from './open-cart.ts';

export { cartActions } from './open-cart.ts';

/** The cart, live; `loading` on a server and until the page is alive. For parts that are loaded late. */
export function useCart(): CartView {
  return useSyncExternalStore(cart.follow, cart.view, () => unseen);
}

/** One line of it; whoever has none there is not drawn again when others change. */
export function useCartLine(key: string): CartViewLine | undefined {
  const line = () => cart.view().lines.find((one) => one.key === key);
  return useSyncExternalStore(cart.follow, line, () => undefined);
}
