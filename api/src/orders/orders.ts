import { Problem } from '@fynbos/core/problem.ts';
import { hashOf } from '../accounts/token.ts';
import type { Carts, Shopper } from '../cart/carts.ts';
import type { Db } from '../db.ts';
import type { Limits } from '../limits/limits.ts';
import type { ViewUrls } from '../view-places.ts';

/** A cart that is ordered, and whose it is. */
export interface OrderedCart {
  id: number;
  customer_id: number | null;
}

/** What orders work with: made once at start. */
export interface Orders {
  carts: Carts;
  db: Db;
  now: () => Date;
  limits: Limits;
  /** Where mails lead. */
  viewUrls: ViewUrls;
  /**
   * Ends what waits to be paid of a cart that is ordered anew, as far as providers let go of it; the payments tell.
   * @throws Problem order_paid, when one of them turns out to be paid
   */
  giveUp: (cart: OrderedCart) => Promise<void>;
}

/** Who sends an order, as the request shows: the cart's token, the customer if there is one, and from where. */
export interface Sender {
  shopper: Shopper;
  cartToken: string | undefined;
  /** The address of the network they call from. */
  ip: string;
}

/**
 * Lets through who sent an order before: a customer's own, a guest's for who shows the token of its cart.
 *
 * @throws Problem cart_not_found
 */
export function refuseStranger(
  before: { customer_id: number | null; cart_token_hash: Buffer },
  { shopper, cartToken }: Sender,
): void {
  const isOwn = before.customer_id !== null && before.customer_id === shopper.customer?.id;
  const isShown = cartToken !== undefined && hashOf(cartToken).equals(before.cart_token_hash);
  if (before.customer_id !== null ? !isOwn : !isShown) throw new Problem('cart_not_found');
}
