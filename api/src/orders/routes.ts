import { findOrder, orderHistory, placeOrder, reorder, syncOrder } from '@fynbos/core/orders/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CartRequestContext, cartTokenOf, keyOf, shopperOf } from '../cart/cart-request.ts';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { route, WithMeta } from '../route.ts';
import { limitLookup, newOrders } from './placement/order-limits.ts';
import { placeOrder as place } from './placement/order-placement-service.ts';
import type { Orders, Sender } from './records/order-context.ts';
import { orderOnWire, placedOnWire, syncedOnWire } from './records/order-response.ts';
import { findSent, getOrderFor, historyOf } from './records/order-service.ts';
import { addOrderToCart } from './reorder-service.ts';

const pageSize = 20;

/** Routes for orders (spec commerce 7, wire contract 1.2, 1.3). Every response is private to one shopper. */
export async function orderRoutes(
  app: FastifyInstance,
  orders: Orders,
  deps: CartRequestContext,
): Promise<void> {
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    mount(scope, orders, deps);
  });
}

function mount(app: FastifyInstance, orders: Orders, deps: CartRequestContext): void {
  const { db, limits } = orders;
  const senderOf = async (request: FastifyRequest): Promise<Sender> => ({
    shopper: await shopperOf(deps, request),
    cartToken: cartTokenOf(request, deps.tokenInHeader),
    ip: request.ip,
  });
  /** Finds an order by its number, for its customer or for a caller who knows its email address. */
  const find = async (
    request: FastifyRequest,
    { orderNumber, email }: { orderNumber: string; email?: string },
  ) => {
    const customerId = (await deps.actors.findActor(request))?.id;
    const readOrder = () => getOrderFor(db, orderNumber, { customerId, email });
    // A customer's lookups of their own orders are not limited.
    const isOwn = customerId !== undefined && email === undefined;
    return isOwn ? readOrder() : limitLookup(limits, request.ip, email, readOrder);
  };

  route(app, placeOrder, async ({ request, body }) => {
    await limits.take(bucketKey('new-order', clientIpOf(request.ip)), newOrders);
    return placedOnWire(await place(orders, await senderOf(request), body));
  });

  route(app, syncOrder, async ({ params }) => syncedOnWire(await findSent(db, params.order_id)));

  route(app, orderHistory, async ({ request, query }) => {
    const { id } = await deps.actors.getActor(request);
    const page = { pageSize: query.pageSize ?? pageSize, currentPage: query.currentPage ?? 1 };
    const { orders: customerOrders, count } = await historyOf(db, id, page);
    return {
      items: customerOrders.map(orderOnWire),
      search_criteria: { page_size: page.pageSize, current_page: page.currentPage },
      total_count: count,
    };
  });

  route(app, findOrder, async ({ request, body }) => orderOnWire(await find(request, body)));

  route(app, reorder, async ({ request, body }) => {
    const order = await find(request, body);
    const sender = await senderOf(request);
    const { result, version } = await addOrderToCart(orders, sender, order, keyOf(request, reorder, body));
    return new WithMeta(result, { cartVersion: version });
  });
}
