import { randomInt, randomUUID } from 'node:crypto';

/** One request of a shopper's. */
export interface CartAsk {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * A guest's cart is made, three products are added, and its totals are read: five requests, each by another
 * shopper's machine than the last sequence's.
 *
 * @param tokenOf the cart's token, once the first was answered
 */
export function* sequence(skus: readonly string[], tokenOf: () => string): Generator<CartAsk> {
  const machine = Array.from({ length: 3 }, () => randomInt(256));
  const from = { 'x-forwarded-for': `10.${machine.join('.')}` };
  yield { method: 'POST', path: '/api/cart/create', headers: { ...json, ...from }, body: '{}' };
  const cart = { 'x-cart-token': tokenOf(), ...from };
  const at = randomInt(skus.length);
  for (let added = 0; added < 3; added++) {
    const sku = skus[(at + added) % skus.length]!;
    yield addOf(sku, cart);
  }
  yield { method: 'GET', path: '/api/cart/totals', headers: cart };
}

export function addOf(sku: string, cart: Record<string, string>): CartAsk {
  const headers = { ...json, ...cart, 'idempotency-key': randomUUID() };
  return {
    method: 'POST',
    path: '/api/cart/update',
    headers,
    body: JSON.stringify({ cartItem: { sku, qty: 1 } }),
  };
}

const json = { 'content-type': 'application/json' };
