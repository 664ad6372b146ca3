import type { Carts, Shopper } from '../cart/carts.ts';
import type { Db } from '../db.ts';

/** What orders work with: made once at start. */
export interface Orders {
  carts: Carts;
  db: Db;
  now: () => Date;
  /** Where mails lead. */
  shopUrl: string;
}

/** Who sends an order, as the request shows: the cart's token, and the customer if there is one. */
export interface Sender {
  shopper: Shopper;
  cartToken: string | undefined;
}
