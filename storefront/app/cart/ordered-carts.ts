const key = 'current-orders';

/**
 * Names the carts that are on their way as an order, by their tokens. The shop may have used them up already
 * while its answer is still to come: until then nothing is made of a cart that is gone.
 */
export function markOrdered(tokens: readonly string[]): void {
  try {
    if (tokens.join(' ') === orderedCarts().join(' ')) return;
    if (tokens.length > 0) localStorage.setItem(key, tokens.join(' '));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has no order that waits for its next page.
  }
}

/** The tokens of carts that are on their way as an order; every page may look. */
export function orderedCarts(): string[] {
  try {
    return localStorage.getItem(key)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
