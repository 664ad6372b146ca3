import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { idle } from '../../platform/browser/idle.ts';
import { readCount, readToken } from '../../platform/session/cart-token.ts';
import { profileKey } from '../../platform/session/profile-key.ts';
import { countAhead, counted, onCount } from '../state/cart-count.ts';
import type { CartDoing } from '../sync/cart-actions.ts';
import type { NewLine } from '../sync/cart-line.ts';

/**
 * The entry point of the cart, small enough for every page. Shoppers without a cart load no more than this.
 * The rest is loaded with the first product added, or if there is a cart, once the page is idle.
 * Adds a quantity of a product to the cart. The cart count changes at once.
 * @returns when it is stored, whether it was added; problems were reported. Rejects if the cart's code
 * cannot be loaded: nothing was added then
 */
export async function addToCart(line: NewLine, qty: number): Promise<boolean> {
  const more = apiSettings().switches.countPieces ? qty : 1;
  countAhead(more);
  // In the same task in which the cart itself counts it.
  const cart = await openCart().finally(() => countAhead(-more));
  return cart.add(line, qty);
}

let Shell: ComponentType | undefined;
/** Whether the cart's code is loaded and its stored content is shown; `onCount` reports changes. */
export const isCartOpen = () => Shell !== undefined;

let opening: Promise<CartDoing> | undefined;

/**
 * Loads the cart and its components for every page. Rejects if its code cannot be loaded; a retry is
 * possible.
 */
export function openCart(): Promise<CartDoing> {
  opening ??= fetchCart().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function fetchCart(): Promise<CartDoing> {
  const [{ cartActions, cartLoaded }, { CartShell }] = await Promise.all([
    import('../state/current-cart.ts'),
    import('./cart-shell.lazy.tsx'),
  ]);
  await cartLoaded;
  Shell = CartShell;
  countAhead(0);
  return cartActions;
}

/** Units or lines in the cart, live; 0 on a server and until hydration (spec D32). */
export function useCartCount(): number {
  return useSyncExternalStore(onCount, counted, () => 0);
}

/**
 * The cart components for every page. They are loaded if there is a cart, once the page is idle: waiting
 * entries are sent, and logins are observed.
 */
export function useCartShell(): ComponentType | undefined {
  useEffect(() => {
    const openIfNeeded = () => void (mayHaveCart() && openCart().catch(() => {}));
    void idle(1000).then(openIfNeeded);
    // Another tab has a cart now, or the shopper logged in there.
    addEventListener('storage', openIfNeeded);
    return () => removeEventListener('storage', openIfNeeded);
  }, []);
  return useSyncExternalStore(
    onCount,
    () => Shell,
    () => undefined,
  );
}

/** Whether there are products in the cart here, a server cart, or a customer who may have one. */
function mayHaveCart(): boolean {
  return readCount() > 0 || readToken() !== undefined || isCustomerKnown();
}

function isCustomerKnown(): boolean {
  try {
    return Boolean(localStorage.getItem(profileKey));
  } catch {
    return false;
  }
}
