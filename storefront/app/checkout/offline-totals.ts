import { decimalToCents } from '@fynbos/core/money.ts';
import type { CartView } from '../cart/cart-view.ts';
import { useCart } from '../cart/use-cart.ts';
import { currentDraft, type Draft, useDraft } from './draft.ts';

/** The cart, live, as a checkout shows it: with the way of delivery that was chosen, though the shop has not heard of it. */
export function useOrderedCart(): CartView {
  return withWay(useCart(), useDraft());
}

/** The same at this moment. */
export const orderedCart = (cart: CartView): CartView => withWay(cart, currentDraft());

/** What the shop has worked out for this way stays as it is; what was worked out here has no other way of knowing it. */
export function withWay(cart: CartView, { way, untold = false }: Pick<Draft, 'way' | 'untold'>): CartView {
  const { totals } = cart;
  const isTold = !totals.estimate && totals.shipping !== undefined && !untold;
  if (!way || isTold || cart.lines.length === 0) return cart;
  const shipping = decimalToCents(way.price_incl_tax) ?? 0;
  const grandTotal = totals.subtotal - totals.discount + shipping;
  return { ...cart, totals: { ...totals, estimate: true, shipping, grandTotal, tax: undefined, taxes: [] } };
}
