import { forgetAnswers } from '../../offline/forget-answers.ts';

/**
 * What the browser keeps of a person and forgets at logout (accounts 4.1): lists, saved details, order history.
 * An unsent order is not among them: the shopper is asked about it (decision 42).
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

/** Forgets it, of every store view, and says so to what shows it. */
export function forgetPersonalData(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (personalKeys.includes(key.replace(/.*\//, ''))) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  void forgetAnswers().catch(() => {});
  // Storage tells other tabs of a change, not its own: lists on this page look again.
  dispatchEvent(new StorageEvent('storage', { key: null }));
}
