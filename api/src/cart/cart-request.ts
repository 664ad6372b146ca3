import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../ctx.ts';
import type { Shopper } from './carts.ts';

/** What the routes of carts and orders need to know who is shopping. */
export interface CartDoors extends Pick<Ctx, 'actors' | 'views'> {
  tokenInHeader: boolean;
  groupsCount: boolean;
  knowsStore: (code: string) => boolean;
}

/** Who is shopping, as the request shows. @throws Problem not_logged_in for a token that does not count */
export async function shopperOf(doors: CartDoors, request: FastifyRequest): Promise<Shopper> {
  const customer = await doors.actors.findActor(request);
  const { storePartitionKey: store } = request.query as { storePartitionKey?: string };
  return {
    customer,
    group: doors.groupsCount ? (customer?.group_id ?? 0) : 0,
    store: store && doors.knowsStore(store) ? store : undefined,
    view: doors.views.of(request),
  };
}

/** The cart's token: of its header, or where old clients are served, of the query (decision 4). */
export function cartTokenOf({ headers, query }: FastifyRequest, tokenInHeader: boolean): string | undefined {
  const [header] = [headers['x-cart-token']].flat();
  if (header || tokenInHeader) return header;
  const { cartId } = query as { cartId?: unknown };
  return typeof cartId === 'string' && cartId !== '' ? cartId : undefined;
}

const longestKey = 200;

/** How a write is named, and what it means (decision 13). */
export function keyOf({ headers }: FastifyRequest, { name }: Endpoint, asked: unknown) {
  const [key] = [headers['idempotency-key']].flat();
  return { key: key?.slice(0, longestKey) || undefined, meaning: [name, asked] };
}
