import type { BodyOf } from '@fynbos/core/endpoint.ts';
import {
  downloadProduct,
  findOrder,
  mailOrderLink,
  orderHistory,
  placeOrder,
  reorder,
  syncOrder,
} from '@fynbos/core/orders/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cartTokenOf, keyOf, shopperOf } from '../cart/cart-request.ts';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import { isRecord } from '../platform/json/is-record.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { route, WithMeta } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';
import { sendDownload } from './download-response.ts';
import type { Sent } from './placement/order-details.ts';
import { orderIdOf } from './placement/order-id.ts';
import { limitLookup, newOrders } from './placement/order-limits.ts';
import { placeOrder as place } from './placement/order-placement-service.ts';

import type { OrderSender, Orders } from './records/order-context.ts';
import { downloadsOfOrder, downloadsOfStored, linkedDownload } from './records/order-download-service.ts';
import { ownOrderLink } from './records/order-link.ts';
import { mailOrderLink as mailLink } from './records/order-link-mail-service.ts';
import { startOrderNotices } from './records/order-notice-service.ts';
import { orderOnWire, orderStateOnWire, placedOnWire, syncedOnWire } from './records/order-response.ts';
import { type FoundOrder, findSent, getOrderFor, historyOf } from './records/order-service.ts';
import { rankProducts } from './records/sales-rank-service.ts';
import { reorderItems } from './reorder-service.ts';

const pageSize = 20;

type NamedOrder = BodyOf<typeof findOrder>;

const numberNeeded = { field: 'body/orderNumber', message: 'is needed', fault: 'required' };

type OrderRouteDeps = ShopContext & {
  orders: Orders;
  /** Writes an order that is paid online; undefined if its payment method is no online one. */
  orderToPay(sender: OrderSender, sent: Sent): Promise<Parameters<typeof placedOnWire>[0] | undefined>;
};

/** Routes for orders (spec commerce 7, wire contract 1.2, 1.3). Every response is private to one shopper. */
export async function registerOrders(app: FastifyInstance, deps: OrderRouteDeps): Promise<void> {
  const { db, now, config } = deps;
  if (config.orderNoticeTo) {
    const notices = { to: config.orderNoticeTo, states: config.orderNotices };
    app.addHook('onClose', startOrderNotices(db, notices, { now, log: app.log.child({ work: 'orders' }) }));
  }
  hourly(app, () => rankProducts(db, now()));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    scope.addHook('preValidation', unwrapOrder);
    mount(scope, deps);
  });
}

/** Old clients send the order as `{order: {…}}` (spec commerce 7). */
async function unwrapOrder(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (isRecord(body) && isRecord(body.order) && body.products === undefined) request.body = body.order;
}

function mount(app: FastifyInstance, deps: OrderRouteDeps): void {
  const { db, limits, orders } = deps;
  const senderOf = async (request: FastifyRequest): Promise<OrderSender> => ({
    shopper: await shopperOf(deps, request),
    cartToken: cartTokenOf(request),
    ip: request.ip,
  });
  /** Finds an order for its customer, for the holder of its link, or for a caller who knows its email address. */
  const find = async (request: FastifyRequest, named: NamedOrder): Promise<FoundOrder> => {
    const { orderNumber, email, link } = named;
    if (orderNumber === undefined && link === undefined)
      throw new Problem('invalid_input', {}, [numberNeeded]);
    const customerId = (await deps.actors.findActor(request))?.id;
    const readOrder = () => getOrderFor(db, orderNumber, { customerId, email, link });
    // A customer's lookups of their own orders are not limited.
    const isOwn = customerId !== undefined && email === undefined && link === undefined;
    return isOwn
      ? readOrder()
      : limitLookup(limits, request.ip, link === undefined ? email : undefined, readOrder);
  };

  route(app, placeOrder, async ({ request, body }) => {
    await limits.take(bucketKey('new-order', clientIpOf(request.ip)), newOrders);
    const sender = await senderOf(request);
    // A client with payment pages saves the pending order itself, under its reference.
    const waiting = body.checkoutReference === undefined ? await deps.orderToPay(sender, body) : undefined;
    if (waiting) return placedOnWire(waiting);
    const placed = await place(orders, sender, body);
    // A new order shows whether it is free; one that was sent before is read.
    const mayBePaid = placed.created === undefined || placed.created.order.grand_total_cents === 0;
    const downloads = mayBePaid ? await downloadsOfOrder(db, placed.id, deps.now()) : [];
    return placedOnWire({ ...placed, downloads, ...(await ownOrderLink(db, placed)) });
  });

  route(app, syncOrder, async ({ params }) => syncedOnWire(await findSent(db, orderIdOf(params.order_id))));

  route(app, orderHistory, async ({ request, query }) => {
    const { id } = await deps.actors.getActor(request);
    const page = { pageSize: query.pageSize ?? pageSize, currentPage: query.currentPage ?? 1 };
    const { orders: customerOrders, count } = await historyOf(db, id, page);
    return {
      items: customerOrders.map((stored) => orderOnWire(stored, orders.carts.stores())),
      search_criteria: { page_size: page.pageSize, current_page: page.currentPage },
      total_count: count,
    };
  });

  route(app, findOrder, async ({ request, body }) => {
    const { stored, isWhole } = await find(request, body);
    if (!isWhole) return orderStateOnWire(stored, orders.carts.stores());
    const downloads = await downloadsOfStored(db, stored, deps.now());
    return orderOnWire(stored, orders.carts.stores(), downloads);
  });

  route(app, downloadProduct, async ({ params, request, reply }) => {
    const read = () => linkedDownload(db, params.link, deps.now());
    const linked = await limitLookup(limits, request.ip, undefined, read);
    return sendDownload(linked, { request, reply, viewUrls: orders.viewUrls });
  });

  route(app, mailOrderLink, async ({ request, body }) => {
    await mailLink(orders, body, request.ip);
    return true;
  });

  route(app, reorder, async ({ request, body }) => {
    // Number and e-mail address do not show what was ordered.
    const { stored } = await find(request, { ...body, email: undefined });
    const sender = await senderOf(request);
    const { result, version } = await reorderItems(orders, sender, stored, keyOf(request, reorder, body));
    return new WithMeta(result, { cartVersion: version });
  });
}
