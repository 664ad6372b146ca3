import type { DeliveryOffer, Destination } from '@fynbos/core/cart/delivery-offer.ts';
import type { CartRules } from '@fynbos/core/cart/may-be-added.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db.ts';
import type { PricePolicy } from '../pricing/policy.ts';
import type { Deals } from '../promotions/service.ts';
import type { StoreShelves } from '../stock/store-shelves.ts';
import type { SellingView } from '../views.ts';

/** What carts work with: made once at start. */
export interface Carts extends Pick<Ctx, 'db' | 'views' | 'now' | 'limits'> {
  deals: Deals;
  delivery: DeliveryOffers;
  shelves: StoreShelves;
  policy: PricePolicy;
  rules: CartRules;
  /** What a fulfilment store does: deliver, collect; undefined for a store nobody knows. */
  storeServices: (code: string) => readonly string[] | undefined;
  /** How many orders a person has placed, and how many of them with a code; the orders tell. */
  pastOrders: (db: Db, person: Person, code: string) => Promise<{ orders: number; uses: number }>;
  /** Ways to pay online that are open at this moment; the payments tell. */
  payments: () => readonly OnlinePayment[];
  /** Whether a code is the newsletter's coupon of this reader, or of anybody where the reader is not known. */
  isNewsletterCoupon: (db: Db, code: string, email: string | undefined) => Promise<boolean>;
}

/** A way to pay online, and what a cart must come to for it, in cents. */
export interface OnlinePayment {
  code: string;
  title: string;
  min: Cents;
  max: Cents;
  /** Only for carts in these currencies. */
  currencies: readonly string[];
}

/** How carts can be delivered; the deliveries tell. */
export interface DeliveryOffers {
  offersFor(to: Destination, view: Pick<StoreView, 'code' | 'country' | 'currency'>): DeliveryOffer[];
  /** What the goods must come to for free delivery; undefined when it never is. */
  freeFrom(view: Pick<StoreView, 'code' | 'currency'>): Cents | undefined;
}

/** A cart sells in the view it was begun in, whatever the request says. */
export function sellingView(
  { views }: Pick<Carts, 'views'>,
  { store_code }: { store_code: string },
  { view }: Shopper,
): SellingView {
  return views.find((one) => one.code === store_code) ?? view;
}

/** Who somebody is for a coupon: a customer, and whoever reads an e-mail address. */
export interface Person {
  customerId: number | undefined;
  email: string;
}

/** For whom a cart is worked out. */
export interface Shopper {
  customer: { id: number; group_id: number; email: string; locale: string } | undefined;
  /** The address a guest gave with an order; until then a guest is nobody. */
  guestEmail?: string | undefined;
  /** The customer group whose prices count; that of guests where groups do not count. */
  group: number;
  /** The chosen fulfilment store, where there is one. */
  store: string | undefined;
  view: SellingView;
}
