import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { isRecord } from '../platform/json/is-record.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { hashOf } from '../platform/security/random-token.ts';
import { receivedQuery } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Shopper } from './records/cart-context.ts';
import type { WriteKey } from './records/idempotent-write.ts';

/**
 * Identifies the shopper of a request.
 * @throws Problem not_logged_in for an invalid token
 */
export async function shopperOf(shop: ShopContext, request: FastifyRequest): Promise<Shopper> {
  const customer = await shop.actors.findActor(request);
  const { storePartitionKey: store } = receivedQuery(request);
  return {
    customer,
    group: shop.groupsCount ? (customer?.group_id ?? 0) : 0,
    store: typeof store === 'string' && shop.knowsStore(store) ? store : undefined,
    view: shop.views.of(request),
  };
}

/** Reads the cart's token from its header, the query or the body of an order, in this order (spec D4). */
export function cartTokenOf(request: FastifyRequest): string | undefined {
  const { headers, body } = request;
  const { cart_id } = isRecord(body) ? body : {};
  const sent = [headers['x-cart-token'], receivedQuery(request).cartId, cart_id].flat();
  return sent.find((token): token is string => typeof token === 'string' && token !== '');
}

const maxKeyLength = 64;

/** The idempotency key of a write, or the hash of a long one, and the meaning of the write (spec D13). */
export function keyOf({ headers, ip }: FastifyRequest, { name }: Endpoint, payload: unknown): WriteKey {
  const [key] = [headers['idempotency-key']].flat();
  return {
    key: key && key.length > maxKeyLength ? hashOf(key).toString('base64url') : key || undefined,
    meaning: [name, payload],
    clientIp: clientIpOf(ip),
  };
}
