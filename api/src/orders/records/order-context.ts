import { Problem } from '@fynbos/core/problem.ts';
import type { Carts, Shopper } from '../../cart/records/cart-context.ts';
import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import type { CommittedOrder } from './order-announcement-store.ts';
import type { PayableRow } from './pending-order-store.ts';

/** A cart to be ordered, and its customer. */
export interface OrderedCart {
  id: number;
  customer_id: number | null;
}

/** The limits of orders that nobody has paid yet (T28). They are operator settings. */
interface UnpaidLimits {
  perMailbox: number;
  perClient: number;
  /** The share of a product's stock that unpaid orders of one owner may hold. */
  stockPercent: number;
}

/** Announces committed orders, so that every process reads the stock and sends the mails. */
export interface OrderAnnouncer {
  announce(order: CommittedOrder): void;
  /** Announces what waits, then ends. */
  stop(): Promise<void>;
}

/** Dependencies of the order services, created once at start. */
export interface Orders {
  carts: Carts;
  db: Db;
  now: () => Date;
  limits: Limits;
  /** The minimum number of letters of a name (spec D34). */
  shortestName: number;
  /** The URLs for links in mails. */
  viewUrls: ViewUrls;
  /** Announces committed orders to every process. */
  announcer: OrderAnnouncer;
  /** The limits of unpaid orders. */
  unpaid: UnpaidLimits;
  /**
   * Ends the pending payments of these orders, whose cart is ordered again, as far as providers allow it;
   * provided by `openPayments`.
   * @throws Problem order_paid, when one of them turns out to be paid
   */
  abandonPending: (orderIds: readonly number[]) => Promise<void>;
  /**
   * Ends these waiting orders within the transaction that orders their cart, whatever their payments report (ADR-034);
   * provided by `openPayments`.
   * @returns the orders that ended
   */
  endWaiting: (trx: Db, orderIds: readonly number[]) => Promise<PayableRow[]>;
}

/** The sender of an order: the cart's token, the customer if logged in, and the client IP. */
export interface OrderSender {
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
export function requireOrderOwner(
  before: { customer_id: number | null; cart_token_hash: Buffer },
  { shopper, cartToken }: OrderSender,
): void {
  const isOwn = before.customer_id !== null && before.customer_id === shopper.customer?.id;
  const isShown = cartToken !== undefined && hashOf(cartToken).equals(before.cart_token_hash);
  if (before.customer_id !== null ? !isOwn : !isShown) throw new Problem('cart_not_found');
}
