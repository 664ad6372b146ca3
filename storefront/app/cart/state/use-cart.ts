import { useSyncExternalStore } from 'react';
import type { CartView, CartViewLine } from '../sync/cart-view.ts';
import { cart, unseen } from './current-cart.ts';

/** The live cart; `loading` on a server and until hydration. For parts that are loaded late. */
export function useCart(): CartView {
  return useSyncExternalStore(cart.follow, cart.view, () => unseen);
}

/** One line of the cart. A component without this line does not render again when others change. */
export function useCartLine(key: string): CartViewLine | undefined {
  const line = () => cart.view().lines.find((item) => item.key === key);
  return useSyncExternalStore(cart.follow, line, () => undefined);
}
