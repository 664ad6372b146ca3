import { forgetOrderResults } from '../outbox/clear-order-results.ts';

/**
 * Personal data in the browser that is deleted at logout (spec accounts 4.1): lists, saved details, order
 * history. Unsent orders are excluded: the shopper decides about them (spec D42).
 */
export const personalKeys: readonly string[] = [
  'current-user',
  'orders-history',
  'current-wishlist',
  'current-compare',
  'lists-account',
  'cart-seen-prices',
  'recently-viewed',
  'claims',
  'loyalty-card',
  'personal-details',
  'shipping-details',
  'payment-details',
  'current-checkout',
  'current-payment',
  'newsletter-email',
  'purchase-tracking',
  'purchase-told',
];

/** Deletes personal data of every store view, and notifies the components that show it. */
export function forgetPersonalData(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (personalKeys.includes(key.replace(/.*\//, ''))) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
  void forgetOrderResults().catch(() => {});
  // The browser notifies other tabs only, so this event makes lists on this page refresh.
  dispatchEvent(new StorageEvent('storage', { key: null }));
}
