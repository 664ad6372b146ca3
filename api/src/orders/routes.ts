import { findOrder, orderHistory, placeOrder, reorder, syncOrder } from '@fynbos/core/orders/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerPrivately } from '../accounts/private-answers.ts';
import { type CartDoors, cartTokenOf, keyOf, shopperOf } from '../cart/cart-request.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { route, WithMeta } from '../route.ts';
import { limitLookup, newOrders } from './order-limits.ts';
import { findSent, getOrderFor, historyOf } from './order-service.ts';
import type { Orders, Sender } from './orders.ts';
import { placeOrder as place } from './place-service.ts';
import { orderAgain } from './reorder-service.ts';
import { orderOnWire, placedOnWire, syncedOnWire } from './wire.ts';

const pageSize = 20;

/** Orders (commerce 7, wire contract 1.2, 1.3). What is answered here is for one shopper. */
export async function orderRoutes(app: FastifyInstance, orders: Orders, doors: CartDoors): Promise<void> {
  await app.register(async (scope) => {
    answerPrivately(scope);
    mount(scope, orders, doors);
  });
}

function mount(app: FastifyInstance, orders: Orders, doors: CartDoors): void {
  const { db, limits } = orders;
  const senderOf = async (request: FastifyRequest): Promise<Sender> => ({
    shopper: await shopperOf(doors, request),
    cartToken: cartTokenOf(request, doors.tokenInHeader),
    ip: request.ip,
  });
  /** An order by its number, for its customer, or for who knows its address for mail. */
  const find = async (
    request: FastifyRequest,
    { orderNumber, email }: { orderNumber: string; email?: string },
  ) => {
    const customerId = (await doors.actors.findActor(request))?.id;
    const look = () => getOrderFor(db, orderNumber, { customerId, email });
    // One's own orders can be asked for as often as one likes.
    const isOwn = customerId !== undefined && email === undefined;
    return isOwn ? look() : limitLookup(limits, request.ip, email, look);
  };

  route(app, placeOrder, async ({ request, body }) => {
    await limits.take(bucketKey('new-order', machineOf(request.ip)), newOrders);
    return placedOnWire(await place(orders, await senderOf(request), body));
  });

  route(app, syncOrder, async ({ params }) => syncedOnWire(await findSent(db, params.order_id)));

  route(app, orderHistory, async ({ request, query }) => {
    const { id } = await doors.actors.getActor(request);
    const page = { pageSize: query.pageSize ?? pageSize, currentPage: query.currentPage ?? 1 };
    const { orders: found, count } = await historyOf(db, id, page);
    return {
      items: found.map(orderOnWire),
      search_criteria: { page_size: page.pageSize, current_page: page.currentPage },
      total_count: count,
    };
  });

  route(app, findOrder, async ({ request, body }) => orderOnWire(await find(request, body)));

  route(app, reorder, async ({ request, body }) => {
    const order = await find(request, body);
    const sender = await senderOf(request);
    const { result, version } = await orderAgain(orders, sender, order, keyOf(request, reorder, body));
    return new WithMeta(result, { cartVersion: version });
  });
}
