import { centsToDecimal } from '@fynbos/core/money.ts';
import type { Happening } from './announce.ts';
import { commerceOf, listedAs } from './events.ts';
import { keptAfterYes } from './kept-after-yes.ts';
import type { Item, ShopEvent } from './shop-event.ts';

/** An order kept for purchase tracking (accounts 3), from the moment it is placed until it was told. */
export interface KeptPurchase {
  /** Milliseconds since 1970. */
  at: number;
  cart_id: string;
  /** The fulfilment store, where one is chosen. */
  store_name: string;
  grand_total: number;
  delivery_cost: number;
  tax?: number;
  /** What the products come to. */
  value: number;
  currency: string;
  coupon?: string;
  products: Item[];
  /** Their skus in the catalogue. */
  listed: string[];
  addressInformation: { billingAddress: Reachable; shippingAddress: Reachable };
  /** The order's number, once it is confirmed. */
  number?: string;
}

interface Reachable {
  email: string;
  telephone: string;
}

export const purchasesKey = 'purchase-tracking';
/** What was begun and never confirmed is let go of. */
const longestMs = 7 * 24 * 60 * 60 * 1000;
export const standardSeller = 'Online';

type Purchases = Record<string, KeptPurchase>;

/** There is a person's address in it: without a yes to measuring it ends with the page. */
export const purchases = keptAfterYes<Purchases>(
  () => localStorage,
  purchasesKey,
  {},
  (kept, here) => ({ ...kept, ...here }),
);

/** What is kept, by the ids of the orders. */
export function keptPurchases(now = Date.now()): Purchases {
  return Object.fromEntries(Object.entries(purchases.get()).filter(([, { at }]) => now - at < longestMs));
}

/** Writes an order down; begun again, it is what it is now. */
export function keepPurchase(
  { id, cart, body }: Extract<Happening, { kind: 'ordering' }>,
  store: string | undefined,
  now = Date.now(),
): void {
  const { currency, value, coupon, items } = commerceOf(cart, store ?? standardSeller);
  const { tax, shipping = 0, grandTotal } = cart.totals;
  const { billingAddress, shippingAddress } = body.addressInformation ?? {};
  const billing = reachable(billingAddress);
  purchases.set({
    ...keptPurchases(now),
    [id]: {
      ...{ at: now, cart_id: String(body.cart_id ?? ''), store_name: store ?? '', currency, value },
      grand_total: centsToDecimal(grandTotal),
      delivery_cost: centsToDecimal(shipping),
      ...(tax !== undefined && { tax: centsToDecimal(tax) }),
      ...(coupon && { coupon }),
      products: items,
      listed: cart.lines.map(listedAs),
      addressInformation: {
        billingAddress: billing,
        shippingAddress: shippingAddress ? reachable(shippingAddress) : billing,
      },
    },
  });
}

const reachable = (address: { email?: unknown; telephone?: unknown } | null | undefined): Reachable => ({
  email: String(address?.email ?? ''),
  telephone: String(address?.telephone ?? ''),
});

/** The shop has the order: from here on it may be told. */
export function confirmPurchase(id: string, number: string): void {
  const kept = keptPurchases();
  // An order that had arrived before nobody knows the number of goes by its id.
  if (kept[id]) purchases.set({ ...kept, [id]: { ...kept[id], number: number || id } });
}

/** Told, or not to be told. */
export function dropPurchase(id: string): void {
  const { [id]: _, ...others } = keptPurchases();
  purchases.set(others);
}

/** Takes out what is too old to be told. */
export function prunePurchases(now = Date.now()): void {
  purchases.set(keptPurchases(now));
}

/** The numbers of the last orders that were told, newest first. */
export const toldPurchases = keptAfterYes<readonly string[]>(
  () => localStorage,
  'purchase-told',
  [],
  (kept, here) => [...here, ...kept],
);
/** How many are remembered. */
const most = 10;

/** Remembers that the purchase of this order was told. @returns false where it was told before */
export function rememberTold(number: string): boolean {
  const told = toldPurchases.get();
  if (told.includes(number)) return false;
  toldPurchases.set([number, ...told].slice(0, most));
  return true;
}

/** @param isNamed whether the shopper agreed that it carries e-mail address and telephone */
export function purchaseEvent(kept: KeptPurchase, isNamed: boolean): ShopEvent {
  const { email, telephone } = kept.addressInformation.billingAddress;
  return {
    event: 'purchase',
    ecommerce: {
      transaction_id: kept.number ?? '',
      affiliation: kept.store_name || standardSeller,
      currency: kept.currency,
      value: kept.value,
      ...(kept.tax !== undefined && { tax: kept.tax }),
      shipping: kept.delivery_cost,
      ...(kept.coupon && { coupon: kept.coupon }),
      items: kept.products,
    },
    ...(isNamed && { user_data: { ...(email && { email }), ...(telephone && { phone_number: telephone }) } }),
  };
}
