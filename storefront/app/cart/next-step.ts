import { type CartBox, keptOf } from './cart-box.ts';

/** What of the world decides what is done next. */
export interface Situation {
  /** The customer who is logged in here. */
  customer: number | undefined;
  /** Something may have changed at the server: asked for, or this page has not looked yet. */
  wantsCart: boolean;
  /** Something is about to be asked of the cart, so there must be one. */
  needsCart?: boolean;
}

export type CartStep = 'forget' | 'open' | 'read' | 'send' | 'takeCouponOff' | 'putCouponBack' | 'rest';

/**
 * What is done next with the server (commerce 4 «Cart lifecycle»), one thing at a time:
 *
 * - the cart of somebody who is not here any more is forgotten;
 * - what was done as a guest reaches the guest's cart before that goes into the customer's (decision 21);
 * - a login that was under way ends before anything else is sent: the guest's cart may be used up;
 * - a guest's cart is looked at before a login uses it up: one that the shop has forgotten is made again;
 * - a coupon is taken off before the carts are merged, and applied again after;
 * - the cart is read when nothing waits, so that nothing is counted twice.
 *
 * The branches of the synchronisation table (wire contract 5.4) are answered by it: a client item without a
 * server item is an `add` that waits, so it is sent; one that waits no more was removed elsewhere, so the
 * confirmed cart without it is shown. A quantity that differs is a `set` that waits, or the server's. A
 * server item without a client item is shown, unless a `remove` waits. A refused write leaves the line as it
 * was confirmed: with its previous quantity, or not at all.
 */
export function nextStep(box: CartBox, { customer, wantsCart, needsCart }: Situation): CartStep {
  const { owner, token, version, joining, totals, couponAtLogin } = keptOf(box);
  if (owner !== undefined && owner !== customer) return 'forget';
  if (joining && customer !== undefined) return 'open';
  if (joining && token !== undefined) return 'read';
  if (token !== undefined && version === undefined) return 'read';
  if (box.entries.length > 0) return token === undefined ? 'open' : 'send';
  if (customer !== undefined && owner !== customer) {
    if (token !== undefined && wantsCart) return 'read';
    return token !== undefined && totals?.coupon ? 'takeCouponOff' : 'open';
  }
  if (token === undefined) return owner === undefined && !needsCart ? 'rest' : 'open';
  if (couponAtLogin !== undefined) return 'putCouponBack';
  return wantsCart || totals === undefined ? 'read' : 'rest';
}
