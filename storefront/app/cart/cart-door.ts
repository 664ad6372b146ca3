import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { profileKey } from '../accounts/session/profile-key.ts';
import { apiSettings } from '../api-settings.ts';
import { idle } from '../ui/idle.ts';
import { countAhead, counted, onCount } from './cart-count.ts';
import type { CartDoing } from './cart-doing.ts';
import { readCount, readToken } from './cart-keys.ts';
import type { NewLine } from './cart-line.ts';

/**
 * The way to the cart, small enough for every page. Who has no cart pays no more than this: the rest is
 * fetched with the first thing that is put there, and where there is a cart already once the page is at rest.
 *
 * Puts so many of something into the cart. The number at the cart changes at once.
 *
 * @returns when it is written down, whether it was put there; what was wrong has been said. Rejects when
 * the cart's code cannot be had: nothing was put there then
 */
export async function addToCart(line: NewLine, qty: number): Promise<boolean> {
  const more = apiSettings().switches.countPieces ? qty : 1;
  countAhead(more);
  // In the same moment the cart counts it by itself.
  const cart = await openCart().finally(() => countAhead(-more));
  return cart.add(line, qty);
}

let Shell: ComponentType | undefined;
/** Whether the cart's code is there, and what it keeps is shown; heard of by `onCount`. */
export const isCartOpen = () => Shell !== undefined;

let opening: Promise<CartDoing> | undefined;

/** Fetches the cart, and what it has on every page. Rejects where its code cannot be had; it may be tried again. */
export function openCart(): Promise<CartDoing> {
  opening ??= fetchCart().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function fetchCart(): Promise<CartDoing> {
  const [{ cartActions, cartLoaded }, { CartShell }] = await Promise.all([
    import('./open-cart.ts'),
    import('./cart-shell.tsx'),
  ]);
  await cartLoaded;
  Shell = CartShell;
  countAhead(0);
  return cartActions;
}

/** Pieces or lines in the cart, live; 0 on a server and until the page is alive (decision 32). */
export function useCartCount(): number {
  return useSyncExternalStore(onCount, counted, () => 0);
}

/**
 * What the cart has on every page. It is fetched where there is a cart, once the page is at rest: what waits
 * is sent, and logins are heard.
 */
export function useCartShell(): ComponentType | undefined {
  useEffect(() => {
    const look = () => void (mayHaveCart() && openCart().catch(() => {}));
    void idle(1000).then(look);
    // Another tab has a cart by now, or somebody logged in.
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  return useSyncExternalStore(
    onCount,
    () => Shell,
    () => undefined,
  );
}

/** There is something in the cart here, a cart at the server, or a customer who may have one. */
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
