import { orderStatusPath } from '../../paths.ts';
import { readText, writeText } from '../../platform/storage/browser-storage.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isRecord, parsed } from '../../platform/storage/stored-shape.ts';
import { orderedCarts, orderedKey } from '../sync/ordered-carts.ts';

/**
 * Marks carts, by token, as orders in progress. The shop may have consumed them before its response
 * arrives; until then no new cart is created from them.
 */
export function markOrdered(tokens: readonly string[]): void {
  if (tokens.join(' ') === orderedCarts().join(' ')) return;
  // A browser without storage has no order waiting for the next page.
  writeText(orderedKey, tokens.length > 0 ? tokens.join(' ') : null);
}

/** Storage key of the payment in progress, which includes the token of its cart. */
export const paymentKey = ownKey('current-payment');

/**
 * Whether a payment of this cart was started here. It may have succeeded without a response to this
 * browser, so a cart missing at the shop is not created again.
 */
export function isBeingPaid(token: string): boolean {
  return parsed(readText(paymentKey), isRecord)?.cartToken === token;
}

/** The suspended cart of this page; null until the page of a payment's status has decided. */
let suspended: string | undefined | null = null;

/** Suspends a cart on this page until its payment is settled; undefined suspends none. */
export function suspendCart(token: string | undefined): void {
  suspended = token;
}

/**
 * Whether the cart is not read because it may have become an order. The cart may be loaded before the page that
 * shows the status of its payment is hydrated, so there the cart of the payment waits from the first moment.
 */
export function mayBeOrdered(token: string): boolean {
  const isSuspended = suspended === null ? isBeingPaid(token) && isStatusPage() : token === suspended;
  return isSuspended || orderedCarts().includes(token);
}

/** The path may begin with a store view. */
const isStatusPage = (): boolean => location.pathname.endsWith(orderStatusPath);
