import type { CartRules } from '@fynbos/core/cart/cart-rules.ts';
import type { FreeDelivery } from '@fynbos/core/delivery/delivery-methods.ts';
import type { DeliveryOffer, Destination, PlaceOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import type { CatalogueText } from '../../catalogue/labels/catalogue-labels.ts';
import type { Actor, Ctx } from '../../context.ts';
import type { Db } from '../../db.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import type { PricePolicy } from '../../pricing/price-policy.ts';
import type { Deals } from '../../promotions/promotion-service.ts';
import type { SellingView } from '../../search/selling-view.ts';
import type { StoreStockIndex } from '../../stock/store-stock.ts';
import type { Views } from '../../store-views.ts';

/** Dependencies of the cart services, created once at start. */
export interface Carts extends Pick<Ctx, 'db' | 'now' | 'limits'> {
  views: Views<SellingView>;
  /** Limits of keyed writes, counted by this process. */
  keyedWrites: Limits;
  deals: Deals;
  delivery: DeliveryOffers;
  storeStock: StoreStockIndex;
  policy: PricePolicy;
  rules: CartRules;
  /** The secret from which the tokens of customers' carts are derived. */
  tokenSecret: string;
  /** The fulfilment stores by code, in their order. */
  stores: () => ReadonlyMap<string, Store>;
  /** The number of a person's orders, and of those with a code; provided by the orders module. */
  pastOrders: (db: Db, person: CouponHolder, code: string) => Promise<{ orders: number; uses: number }>;
  /** The online payment methods that are available now; provided by the payments module. */
  payments: () => readonly OnlinePayment[];
  /**
   * Whether a code is the newsletter coupon of this reader, or of any reader if the e-mail address is
   * unknown.
   */
  isNewsletterCoupon: (db: Db, code: string, email: string | undefined) => Promise<boolean>;
}

/** An online payment method and the cart totals it accepts, in cents. */
export interface OnlinePayment {
  code: string;
  title: string;
  min: Cents;
  max: Cents;
  /** The cart currencies it accepts. */
  currencies: readonly string[];
}

/** The delivery offers for carts; provided by the delivery module. */
interface DeliveryOffers {
  offersFor(to: Destination, view: Pick<StoreView, 'code' | 'country' | 'currency'>): DeliveryOffer[];
  /** The methods that reach a place, before there is a cart. */
  methodsAt(
    place: Pick<Destination, 'region_code' | 'postcode'>,
    view: Pick<StoreView, 'code' | 'currency'>,
  ): PlaceOffer[];
  /** From which goods total delivery is free; undefined when it never is. */
  freeDelivery(
    view: Pick<StoreView, 'code' | 'currency'>,
    goods: { cold: boolean },
  ): FreeDelivery | undefined;
  /** The titles of the methods, which may be translated (spec D68). */
  texts(): readonly CatalogueText[];
}

/** A cart sells in the store view it was created in, whatever the request names. */
export function viewOfCart(
  { views }: Pick<Carts, 'views'>,
  { store_code }: { store_code: string },
  { view }: Shopper,
): SellingView {
  return views.find((candidate) => candidate.code === store_code) ?? view;
}

/** The identity that a coupon is checked for: a customer, or an e-mail address. */
export interface CouponHolder {
  customerId: number | undefined;
  /** Undefined while the address is only claimed. */
  email: string | undefined;
}

/** The shopper whose cart is priced. */
export interface Shopper {
  customer: Pick<Actor, 'id' | 'group_id' | 'email' | 'provenEmail' | 'locale' | 'sessionId'> | undefined;
  /** The e-mail address on the order of a guest or an unproven customer; unknown before the order. */
  guestEmail?: string | undefined;
  /** The customer group whose prices apply; the guest group where group prices are off. */
  group: number;
  /** The chosen fulfilment store, if any. */
  store: string | undefined;
  view: SellingView;
}
