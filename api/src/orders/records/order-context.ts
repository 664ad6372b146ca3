import { Problem } from '@fynbos/core/problem.ts';
import type { Carts, Shopper } from '../../cart/records/cart-context.ts';
import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import { hashOf } from '../../platform/security/random-token.ts';

/** A cart to be ordered, and its customer. */
export interface OrderedCart {
  id: number;
  customer_id: number | null;
}

/** Dependencies of the order services, created once at start. */
export interface Orders {
  carts: Carts;
  db: Db;
  now: () => Date;
  limits: Limits;
  /** The URLs for links in mails. */
  viewUrls: ViewUrls;
  /**
   * Ends pending payments of a cart that is ordered again, as far as providers allow it; provided by the
   * payments module.
   * @throws Problem order_paid, when one of them turns out to be paid
   */
  abandonPending: (cart: OrderedCart) => Promise<void>;
}

/** The sender of an order: the cart's token, the customer if logged in, and the client IP. */
export interface Sender {
  shopper: Shopper;
  cartToken: string | undefined;
  /** The client's IP address. */
  ip: string;
}

/**
 * Checks that an existing order was sent by the same caller: its customer, or a guest with the token of its
 * cart.
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
