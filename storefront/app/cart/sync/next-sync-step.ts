import { type CartOutbox, snapshotOf } from './cart-outbox.ts';

/** Facts outside the outbox that decide the next step. */
export interface Situation {
  /** The logged-in customer. */
  customer: number | undefined;
  /** The cart may have changed at the server: a refresh was requested, or this page has not read it yet. */
  wantsCart: boolean;
  /** A request for the cart follows, so a cart must exist. */
  needsCart?: boolean;
}

export type CartStep = 'forget' | 'open' | 'read' | 'send' | 'takeCouponOff' | 'putCouponBack' | 'rest';

/**
 * The next synchronisation step with the server (spec commerce 4 «Cart lifecycle»), one at a time:
 *
 * - The cart of a customer who is no longer logged in is forgotten.
 * - Changes made as a guest reach the guest's cart before it is merged into the customer's (spec D21).
 * - A login in progress finishes before anything else is sent, because the guest's cart may already be
 * merged.
 * - A guest's cart is read before a login merges it; a cart the shop has forgotten is created again.
 * - A coupon is removed before the carts are merged, and applied again afterwards.
 * - The cart is read when no entry waits, so that nothing is counted twice.
 *
 * This covers the branches of the synchronisation table (wire contract 5.4). A client item without a server
 * item is a waiting `add`, so it is sent. If no `add` waits, the item was removed elsewhere and the
 * confirmed cart is shown without it. A different quantity is either a waiting `set` or the server's value.
 * A server item without a client item is shown, unless a `remove` waits. A refused write leaves the line as
 * confirmed: with its previous quantity, or absent.
 */
export function nextStep(outbox: CartOutbox, { customer, wantsCart, needsCart }: Situation): CartStep {
  const { owner, token, version, joining, totals, couponAtLogin } = snapshotOf(outbox);
  if (owner !== undefined && owner !== customer) return 'forget';
  if (joining && customer !== undefined) return 'open';
  if (joining && token !== undefined) return 'read';
  if (token !== undefined && version === undefined) return 'read';
  if (outbox.entries.length > 0) return token === undefined ? 'open' : 'send';
  if (customer !== undefined && owner !== customer) {
    if (token !== undefined && wantsCart) return 'read';
    return token !== undefined && totals?.coupon ? 'takeCouponOff' : 'open';
  }
  if (token === undefined) return owner === undefined && !needsCart ? 'rest' : 'open';
  if (couponAtLogin !== undefined) return 'putCouponBack';
  return wantsCart || totals === undefined ? 'read' : 'rest';
}
