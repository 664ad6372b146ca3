import { centsToDecimal } from '@fynbos/core/money.ts';
import { consentedStore } from '../../platform/analytics/consented-storage.ts';
import type { Item, ShopEvent } from '../../platform/analytics/ga4-event.ts';
import type { Happening } from '../../platform/analytics/shop-events.ts';
import { commerceOf, listedAs } from './ga4-events.ts';

/** An order stored for purchase tracking (spec accounts 3), from the moment it is placed until it is reported. */
export interface StoredPurchase {
  /** Milliseconds since 1970. */
  at: number;
  cart_id: string;
  /** The fulfilment store, if one is chosen. */
  store_name: string;
  grand_total: number;
  delivery_cost: number;
  tax?: number;
  /** Total of the products. */
  value: number;
  currency: string;
  coupon?: string;
  products: Item[];
  /** Their catalogue skus. */
  listed: string[];
  addressInformation: { billingAddress: Reachable; shippingAddress: Reachable };
  /** The order number, once the order is confirmed. */
  number?: string;
}

interface Reachable {
  email: string;
  telephone: string;
}

export const purchasesKey = 'purchase-tracking';
/** Unconfirmed orders older than this are deleted. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;
export const standardSeller = 'Online';

type Purchases = Record<string, StoredPurchase>;

/** Contains personal data: without consent to analytics it is discarded with the page. */
export const purchases = consentedStore<Purchases>('local', purchasesKey, {}, (stored, inMemory) => ({
  ...stored,
  ...inMemory,
}));

/** The stored purchases by order id. */
export function storedPurchases(now = Date.now()): Purchases {
  return Object.fromEntries(Object.entries(purchases.get()).filter(([, { at }]) => now - at < maxAgeMs));
}

/** Stores an order; an order with the same id is replaced. */
export function storePurchase(
  { id, cart, body }: Extract<Happening, { kind: 'ordering' }>,
  store: string | undefined,
  now = Date.now(),
): void {
  const { currency, value, coupon, items } = commerceOf(cart, store ?? standardSeller);
  const { tax, shipping = 0, grandTotal } = cart.totals;
  const { billingAddress, shippingAddress } = body.addressInformation ?? {};
  const billing = reachable(billingAddress);
  purchases.set({
    ...storedPurchases(now),
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

/** The shop has the order, so it may be reported from now on. */
export function confirmPurchase(id: string, number: string): void {
  const stored = storedPurchases();
  // The number of an order that had arrived earlier is unknown; its id is used instead.
  if (stored[id]) purchases.set({ ...stored, [id]: { ...stored[id], number: number || id } });
}

/** Deletes a purchase that was reported or must not be reported. */
export function dropPurchase(id: string): void {
  const { [id]: _, ...remaining } = storedPurchases();
  purchases.set(remaining);
}

/** Deletes purchases that are too old to report. */
export function prunePurchases(now = Date.now()): void {
  purchases.set(storedPurchases(now));
}

/** The numbers of the last reported orders, newest first. */
export const reportedPurchases = consentedStore<readonly string[]>(
  'local',
  'purchase-told',
  [],
  (stored, inMemory) => [...inMemory, ...stored],
);
/** Maximum number of stored order numbers. */
const maxReported = 10;

/**
 * Records that the purchase of this order was reported.
 * @returns false when it was reported before
 */
export function recordReported(number: string): boolean {
  const reported = reportedPurchases.get();
  if (reported.includes(number)) return false;
  reportedPurchases.set([number, ...reported].slice(0, maxReported));
  return true;
}

/** @param isNamed whether the shopper consented to sending e-mail address and telephone */
export function purchaseEvent(purchase: StoredPurchase, isNamed: boolean): ShopEvent {
  const { email, telephone } = purchase.addressInformation.billingAddress;
  return {
    event: 'purchase',
    ecommerce: {
      transaction_id: purchase.number ?? '',
      affiliation: purchase.store_name || standardSeller,
      currency: purchase.currency,
      value: purchase.value,
      ...(purchase.tax !== undefined && { tax: purchase.tax }),
      shipping: purchase.delivery_cost,
      ...(purchase.coupon && { coupon: purchase.coupon }),
      items: purchase.products,
    },
    ...(isNamed && { user_data: { ...(email && { email }), ...(telephone && { phone_number: telephone }) } }),
  };
}
