import { centsToDecimal } from '@fynbos/core/money.ts';
import { savePendingOrder } from '@fynbos/core/orders/contract.ts';
import {
  cancelUnpaidOrder,
  checkoutId,
  createCheckout,
  createPaylink,
  execute,
  linkedPayment,
  payLinked,
  paymentStatus,
  processOrder,
  webHook,
} from '@fynbos/core/payments/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cartTokenOf, shopperOf } from '../cart/cart-request.ts';
import { newOrders } from '../orders/placement/order-limits.ts';
import { downloadsOfOrder } from '../orders/records/order-download-service.ts';
import { ownOrderLink } from '../orders/records/order-link.ts';
import { setCookie } from '../platform/http/cookies.ts';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { isForeign, isSecure, ownOrigins } from '../platform/http/same-origin.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { Ready, route } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';
import { beginPayment } from './attempts/attempt-creation-service.ts';
import { findUndecidedPayment } from './attempts/awaited-payment-service.ts';
import { paymentStateOf } from './attempts/payment-status-service.ts';
import { isOwner, type Viewed, type Viewer } from './attempts/payment-viewer.ts';
import { sweepUnpaid } from './payment-retention-service.ts';
import type { OpenPayments } from './payment-setup-service.ts';
import { viewCookie, viewTokensOf } from './payment-view-cookie.ts';
import { maxWebHookBytes } from './providers/web-hook-body.ts';
import { receiveWebHook } from './web-hooks/web-hook-service.ts';

/** The page polls every few seconds while a payment is undecided. */
const statusQueryRate = { burst: 200, perHour: 3000 };
/** No provider sends larger bodies. */

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Payment endpoints (spec D7, spec commerce 7): the redirect to a provider and back, and the web-hooks. */
export async function paymentRoutes(
  app: FastifyInstance,
  payments: OpenPayments,
  shop: ShopContext,
): Promise<void> {
  hourly(app, () => sweepUnpaid(payments.db, payments.now()));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    mountShoppers(scope, payments, shop);
  });
  await app.register(async (scope) => mountProviders(scope, payments));
}

function mountShoppers(app: FastifyInstance, payments: OpenPayments, shop: ShopContext): void {
  const limit = (bucket: string, { ip }: FastifyRequest, rate: typeof statusQueryRate) =>
    payments.limits.take(bucketKey(bucket, clientIpOf(ip)), rate);
  const secure = (request: FastifyRequest) => isSecure(request, shop.config.publicUrl);
  const origins = ownOrigins(shop.config);
  const viewerOf = async ({ request, reply }: Exchange): Promise<Viewer> => ({
    customerId: (await shop.actors.findActor(request))?.id,
    cartToken: cartTokenOf(request),
    // A request that a foreign page triggers grants no access (T10).
    viewTokens: isForeign(request, origins) ? [] : viewTokensOf(request, reply, secure(request)),
  });

  async function redirectToProvider(
    code: ProviderCode,
    body: { checkoutReference: string; grandTotal?: number },
    exchange: Exchange,
  ) {
    await limit('payment', exchange.request, newOrders);
    const checkout = { reference: body.checkoutReference, grandTotal: body.grandTotal };
    const redirect = await payments.redirectToProvider(code, checkout, await viewerOf(exchange));
    return withViewCookie(redirect, exchange);
  }

  /** The browser may see the outcome of a payment whose redirect it received. */
  function withViewCookie(
    { handed, viewToken }: Awaited<ReturnType<typeof payments.redirectToProvider>>,
    { request, reply }: Exchange,
  ) {
    if (viewToken) setCookie(reply, viewCookie, viewToken, secure(request));
    return handed;
  }

  const stateOf = async (viewed: Viewed) => ({
    ...paymentStateOf(viewed.attempt, viewed.order, payments.now()),
    awaited: await findUndecidedPayment(payments, viewed),
  });

  /** The status with the bought files and the link of the order, for the shopper who placed it. */
  const ownStateOf = async (viewed: Viewed, viewer: Viewer) => {
    const state = await stateOf(viewed);
    if (!state.isOrdered || !isOwner(viewed.order, viewer)) return state;
    const downloads = await downloadsOfOrder(payments.db, viewed.order.id, payments.now());
    const link = await ownOrderLink(payments.db, viewed.order);
    return { ...state, ...link, ...(downloads.length > 0 && { downloads }) };
  };

  route(app, savePendingOrder, async ({ request, body }) => {
    await limit('new-order', request, newOrders);
    const sender = {
      shopper: await shopperOf(shop, request),
      cartToken: cartTokenOf(request),
      ip: request.ip,
    };
    const { reference, amount_cents, currency, totals } = await beginPayment(payments, sender, body);
    return { checkoutReference: reference, amount: centsToDecimal(amount_cents), currency, totals };
  });

  route(app, checkoutId, ({ body, ...call }) => redirectToProvider('card', body, call));
  route(app, createCheckout, ({ params, body, ...call }) => redirectToProvider(params.provider, body, call));
  route(app, createPaylink, ({ body, ...call }) => redirectToProvider('local-b', body, call));
  route(app, execute, async ({ body, ...call }) => {
    if (!body.token) return redirectToProvider('wallet', body, call);
    await limit('payment-question', call.request, statusQueryRate);
    return payments.executed(body.checkoutReference, await viewerOf(call));
  });

  route(app, linkedPayment, async ({ query, request }) => {
    await limit('payment-question', request, statusQueryRate);
    return stateOf(await payments.linkedStatus(query.link));
  });

  route(app, payLinked, async ({ body, ...call }) => {
    await limit('payment', call.request, newOrders);
    return withViewCookie(await payments.redirectLinked(body.link), call);
  });

  route(app, cancelUnpaidOrder, async ({ body, ...call }) => {
    await limit('payment', call.request, newOrders);
    const { checkoutReference: reference, link } = body;
    const named = link === undefined ? { reference: reference ?? '' } : { link };
    return stateOf(await payments.cancelUnpaid(named, await viewerOf(call)));
  });

  route(app, processOrder, async ({ params, query, ...call }) => {
    await limit('payment-question', call.request, statusQueryRate);
    const viewer = await viewerOf(call);
    return ownStateOf(await payments.refreshStatus(params.provider, query, viewer), viewer);
  });

  route(app, paymentStatus, async ({ params, query, ...call }) => {
    await limit('payment-question', call.request, statusQueryRate);
    const viewer = await viewerOf(call);
    return ownStateOf(await payments.refreshStatus(params.provider, query, viewer), viewer);
  });
}

/** Web-hook bodies are read byte for byte: their signatures cover every byte. */
function mountProviders(app: FastifyInstance, payments: OpenPayments): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxWebHookBytes }, (_request, body, done) =>
    done(null, body),
  );
  route(app, webHook, async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const url = payments.shopUrl + request.url;
    const refusedKey = bucketKey('refused-web-hook', clientIpOf(request.ip));
    const hook = { headers: request.headers, url, body, refusedKey };
    await receiveWebHook(payments, params.provider, hook);
    return new Ready('OK', 'text/plain; charset=utf-8');
  });
}
