import type { CartViewLine } from './cart-view.ts';

/**
 * Detects whether the cart changed since it was last confirmed (CART-8): lines, quantities and the token.
 * It is neither a secret nor a proof, so a short hash is sufficient.
 */
export function cartHash(lines: readonly CartViewLine[], token: string | undefined): string {
  const text = JSON.stringify([token ?? '', lines.map(({ key, qty }) => [key, qty])]);
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
    second = Math.imul(second + text.charCodeAt(index), 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 0).toString(16).padStart(8, '0') + (second >>> 0).toString(16).padStart(8, '0');
}
