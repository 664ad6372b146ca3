import { randomInt, randomUUID } from 'node:crypto';

/** One request of a shopper. */
export interface CartRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Creates a guest's cart, adds three products and reads the totals: five requests. Each sequence has
 * another client IP.
 * @param tokenOf returns the cart's token after the first response
 */
export function* sequence(skus: readonly string[], tokenOf: () => string): Generator<CartRequest> {
  const octets = Array.from({ length: 3 }, () => randomInt(256));
  const from = { 'x-forwarded-for': `10.${octets.join('.')}` };
  yield { method: 'POST', path: '/api/cart/create', headers: { ...json, ...from }, body: '{}' };
  const cart = { 'x-cart-token': tokenOf(), ...from };
  const at = randomInt(skus.length);
  for (let added = 0; added < 3; added++) {
    const sku = skus[(at + added) % skus.length]!;
    yield addOf(sku, cart);
  }
  yield { method: 'GET', path: '/api/cart/totals', headers: cart };
}

export function addOf(sku: string, cart: Record<string, string>): CartRequest {
  const headers = { ...json, ...cart, 'idempotency-key': randomUUID() };
  return {
    method: 'POST',
    path: '/api/cart/update',
    headers,
    body: JSON.stringify({ cartItem: { sku, qty: 1 } }),
  };
}

const json = { 'content-type': 'application/json' };
