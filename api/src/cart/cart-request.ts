import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import type { SellingView } from '../search/selling-view.ts';
import type { Views } from '../store-views.ts';
import type { Shopper } from './records/cart-context.ts';

/** Dependencies of the cart and order routes for identifying the shopper. */
export interface CartRequestContext extends Pick<Ctx, 'actors'> {
  views: Views<SellingView>;
  tokenInHeader: boolean;
  groupsCount: boolean;
  knowsStore: (code: string) => boolean;
}

/**
 * Identifies the shopper of a request.
 * @throws Problem not_logged_in for an invalid token
 */
export async function shopperOf(context: CartRequestContext, request: FastifyRequest): Promise<Shopper> {
  const customer = await context.actors.findActor(request);
  const { storePartitionKey: store } = request.query as { storePartitionKey?: string };
  return {
    customer,
    group: context.groupsCount ? (customer?.group_id ?? 0) : 0,
    store: store && context.knowsStore(store) ? store : undefined,
    view: context.views.of(request),
  };
}

/** Reads the cart's token from its header or, where old clients are served, from the query (spec D4). */
export function cartTokenOf({ headers, query }: FastifyRequest, tokenInHeader: boolean): string | undefined {
  const [header] = [headers['x-cart-token']].flat();
  if (header || tokenInHeader) return header;
  const { cartId } = query as { cartId?: unknown };
  return typeof cartId === 'string' && cartId !== '' ? cartId : undefined;
}

const maxKeyLength = 200;

/** The idempotency key of a write and the meaning of the write (spec D13). */
export function keyOf({ headers }: FastifyRequest, { name }: Endpoint, payload: unknown) {
  const [key] = [headers['idempotency-key']].flat();
  return { key: key?.slice(0, maxKeyLength) || undefined, meaning: [name, payload] };
}
