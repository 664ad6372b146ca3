import { decimalToCents } from '@fynbos/core/money.ts';
import { withShipping } from '../../cart/state/shipping-totals.ts';
import { useCart } from '../../cart/state/use-cart.ts';
import type { CartView } from '../../cart/sync/cart-view.ts';
import { currentDraft, type Draft, useDraft } from './checkout-draft.ts';

/**
 * The live cart as checkout shows it: with the chosen shipping method, even if the shop does not know it
 * yet.
 */
export function useCheckoutCart(): CartView {
  return withShippingMethod(useCart(), useDraft());
}

/** The same, once. */
export const checkoutCart = (cart: CartView): CartView => withShippingMethod(cart, currentDraft());

/** Totals the shop computed for this method stay; an estimate gets the price of the method. */
function withShippingMethod(
  cart: CartView,
  { way: shippingMethod, untold: isUnsynced = false }: Pick<Draft, 'way' | 'untold'>,
): CartView {
  // An order is charged what the server computed, whatever the cart page shows (switch «totals sync»).
  const totals = cart.confirmed ?? cart.totals;
  const isKnownToShop = !totals.estimate && totals.shipping !== undefined && !isUnsynced;
  if (!shippingMethod || isKnownToShop || cart.lines.length === 0 || totals.virtual)
    return { ...cart, totals };
  return { ...cart, totals: withShipping(totals, decimalToCents(shippingMethod.price_incl_tax) ?? 0) };
}
