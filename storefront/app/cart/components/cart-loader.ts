import { type ComponentType, useEffect } from 'react';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { idle } from '../../platform/browser/idle.ts';
import { readCount, readToken } from '../../platform/session/cart-token.ts';
import { profileKey } from '../../platform/session/profile-key.ts';
import { once } from '../../platform/state/once.ts';
import { createStore, useStore } from '../../platform/state/store.ts';
import {
  onStoredElsewhere,
  readText,
  type StoredValue,
  storedValue,
} from '../../platform/storage/browser-storage.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isListOf } from '../../platform/storage/stored-shape.ts';
import { cartCount, countAhead } from '../state/cart-count.ts';
import type { CartActions } from '../sync/cart-actions.ts';
import type { CartStore } from '../sync/cart-store.ts';
import type { NewLine } from '../sync/cart-view.ts';

/**
 * The entry point of the cart, small enough for every page. Shoppers without a cart load no more than this.
 * The rest is loaded with the first product added, or if there is a cart, once the page is idle.
 * Adds a quantity of a product to the cart. The cart count changes at once.
 * @returns when it is stored, whether it was added; problems were reported. Rejects if the cart's code
 * cannot be loaded: nothing was added then
 */
export async function addToCart(line: NewLine, qty: number): Promise<boolean> {
  const more = apiSettings().switches.countPieces ? qty : 1;
  const early = earlyAdds();
  const id = crypto.randomUUID();
  countAhead(more);
  const isStored = early.write([...(early.read() ?? []), { id, page: performance.timeOrigin, line, qty }]);
  let isTaken = false;
  // In the same task in which the cart itself counts and stores it.
  const { cart } = await loadCart().finally(() => {
    countAhead(-more);
    const adds = early.read() ?? [];
    const remaining = adds.filter((add) => add.id !== id);
    // The page had ended and was restored: the page after it has added the product.
    isTaken = isStored && remaining.length === adds.length;
    early.write(remaining);
  });
  return isTaken || cart.add(line, qty);
}

/** A product added while the cart's code is loading. */
export interface EarlyAdd {
  id: string;
  /** The page that adds it, by its time origin. */
  page: number;
  line: NewLine;
  qty: number;
}

/** If a page ends before it has the cart's code, the next page of this tab adds the products (`pending-work-probe.ts`). */
export const earlyAdds = (): StoredValue<readonly EarlyAdd[]> =>
  storedValue(ownKey('cart-early'), (value) => isListOf<EarlyAdd>(value, Boolean), 'session');

/** The cart of this tab, and what pages do with it apart from changing its lines. */
export interface LoadedCart {
  cart: CartStore;
  cartActions: CartActions;
}

/** The cart components for every page, once the cart's code is loaded and its stored content is shown. */
const shell = createStore<ComponentType | undefined>(undefined);

export const useIsCartLoaded = (): boolean => useStore(shell, undefined) !== undefined;

/**
 * Loads the cart and its components for every page. Rejects if its code cannot be loaded; a retry is
 * possible.
 */
export const loadCart = once(async (): Promise<LoadedCart> => {
  const [{ cart, cartActions }, { CartShell }] = await Promise.all([
    import('../state/current-cart.ts').then(started),
    import('./cart-shell.lazy.tsx'),
  ]);
  shell.set(CartShell);
  return { cart, cartActions };
});

/** The stored cart is read while the components are still loading. */
async function started<Module extends { startCart: () => Promise<void> }>(module: Module): Promise<Module> {
  await module.startCart();
  return module;
}

/** Units or lines in the cart, live; 0 on a server and until hydration (spec D32). */
export function useCartCount(): number {
  return useStore(cartCount, 0);
}

/**
 * The cart components for every page. They are loaded if there is a cart, once the page is idle: waiting
 * entries are sent, and logins are observed.
 */
export function useCartShell(): ComponentType | undefined {
  useEffect(() => {
    const loadIfNeeded = () => void (mayHaveCart() && loadCart().catch(() => {}));
    void idle(1000).then(loadIfNeeded);
    // Another tab has a cart now, or the shopper logged in there.
    return onStoredElsewhere(loadIfNeeded);
  }, []);
  return useStore(shell, undefined);
}

/** Whether there are products in the cart here, a server cart, or a customer who may have one. */
function mayHaveCart(): boolean {
  return readCount() > 0 || readToken() !== undefined || Boolean(readText(profileKey));
}
