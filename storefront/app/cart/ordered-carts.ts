import { ownKey } from '../kept-here.ts';

export const orderedKey = ownKey('current-orders');

/** The tokens of carts that are on their way as an order; every page may look. */
export function orderedCarts(): string[] {
  try {
    return localStorage.getItem(orderedKey)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
