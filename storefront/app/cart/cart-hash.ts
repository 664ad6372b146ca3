import type { CartViewLine } from './cart-view.ts';

/**
 * Tells whether anything of the cart changed since it was last confirmed (CART-8): lines, quantities and the
 * token. Not a secret and not a proof, so that a small sum is enough.
 */
export function cartHash(lines: readonly CartViewLine[], token: string | undefined): string {
  const text = JSON.stringify([token ?? '', lines.map(({ key, qty }) => [key, qty])]);
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    other = Math.imul(other + text.charCodeAt(index), 0x85ebca6b) ^ (other >>> 13);
  }
  return (one >>> 0).toString(16).padStart(8, '0') + (other >>> 0).toString(16).padStart(8, '0');
}
