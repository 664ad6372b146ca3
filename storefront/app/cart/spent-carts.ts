import { ownKey } from '../kept-here.ts';
import { orderedCarts, orderedKey } from './ordered-carts.ts';

/**
 * Names the carts that are on their way as an order, by their tokens. The shop may have used them up already
 * while its answer is still to come: until then nothing is made of a cart that is gone.
 */
export function markOrdered(tokens: readonly string[]): void {
  try {
    if (tokens.join(' ') === orderedCarts().join(' ')) return;
    if (tokens.length > 0) localStorage.setItem(orderedKey, tokens.join(' '));
    else localStorage.removeItem(orderedKey);
  } catch {
    // A browser that keeps nothing has no order that waits for its next page.
  }
}

/** Where the payment is kept that a shopper has begun, with the token of its cart. */
export const paymentKey = ownKey('current-payment');

/**
 * Whether a payment of this cart was begun here. It may be paid for by now without this browser having heard: a cart that
 * the shop has no more is not made again then.
 */
export function isBeingPaid(token: string): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem(paymentKey) ?? 'null') as { cartToken?: string } | null;
    return kept?.cartToken === token;
  } catch {
    return false;
  }
}

let resting: string | undefined;

/** Leaves a cart alone on this page until it is known whether it was paid for; without a token none is left alone. */
export function restCart(token: string | undefined): void {
  resting = token;
}

/** Whether nothing is read of a cart, because it may have become an order. */
export const mayBeOrdered = (token: string): boolean => token === resting || orderedCarts().includes(token);
