import { useEffect, useSyncExternalStore } from 'react';
import type { CartView, CartViewLine } from '../sync/cart-view.ts';
import { cart, startCart, unseen } from './current-cart.ts';

/**
 * The live cart; `loading` on a server and until hydration. For parts that are loaded late. A component that shows
 * the cart starts it.
 */
export function useCart(): CartView {
  useEffect(() => void startCart(), []);
  return useSyncExternalStore(cart.follow, cart.view, () => unseen);
}

/** One line of the cart. A component without this line does not render again when others change. */
export function useCartLine(key: string): CartViewLine | undefined {
  const line = () => cart.view().lines.find((item) => item.key === key);
  return useSyncExternalStore(cart.follow, line, () => undefined);
}

const noLines: readonly CartViewLine[] = [];

/** The lines of the cart once another part has started it: a page that mentions the cart does not load it. */
export function useCartLines(): readonly CartViewLine[] {
  return useSyncExternalStore(
    cart.follow,
    () => cart.view().lines,
    () => noLines,
  );
}
