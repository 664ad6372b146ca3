import type { ApiProblemCode } from '../api-problem.ts';

/** What of the cart is worth a notice (commerce 8). */
export type CartNews =
  /** `unsure` where stock is not asked for and sold-out products may not be in the cart. */
  | { kind: 'added'; unsure: boolean }
  | { kind: 'updated' }
  | { kind: 'refused'; code: ApiProblemCode; values: Record<string, string | number>; sentence?: string }
  /** The browser keeps nothing: what is not sent is gone when the page is closed. */
  | { kind: 'unkept' }
  /** The shop takes nothing for a while; what was done waits. */
  | { kind: 'waits' }
  /** The shop refuses this cart; it stays in this browser while the page lives. */
  | { kind: 'refusedCart' }
  /** The coupon does not hold for the customer's cart. */
  | { kind: 'couponGone'; coupon: string };

const listeners = new Set<(news: CartNews) => void>();
let untold: CartNews[] = [];

/** Hears what happens to the cart, and what happened before anybody listened. @returns how to stop */
export function onCartNews(listener: (news: CartNews) => void): () => void {
  listeners.add(listener);
  for (const news of untold) listener(news);
  untold = [];
  return () => void listeners.delete(listener);
}

export function tellCartNews(news: CartNews): void {
  if (listeners.size === 0) untold.push(news);
  for (const listener of listeners) listener(news);
}
