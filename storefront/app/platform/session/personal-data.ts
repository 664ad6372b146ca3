import { forgetOrderResults } from '../outbox/clear-order-results.ts';
import { clearStorage, storedKeys, writeText } from '../storage/browser-storage.ts';

/** The address that the newsletter, or a mail about a product, was requested for; forms offer it again. */
export const addressKey = 'newsletter-email';

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
  'recent-searches',
  'claims',
  'loyalty-card',
  'personal-details',
  'shipping-details',
  'delivery-place',
  'payment-details',
  'current-checkout',
  'current-payment',
  'started-payments',
  addressKey,
  'purchase-tracking',
  'purchase-told',
];

/** Deletes personal data of every store view, and notifies the components that show it. */
export function forgetPersonalData(): void {
  for (const key of storedKeys()) if (personalKeys.includes(key.replace(/.*\//, ''))) writeText(key, null);
  clearStorage('session');
  void forgetOrderResults().catch(() => {});
  // The browser notifies other tabs only, so this event makes lists on this page refresh.
  dispatchEvent(new StorageEvent('storage', { key: null }));
}
