import { centsToDecimal } from '@fynbos/core/money.ts';
import { savePendingOrder } from '@fynbos/core/orders/contract.ts';
import {
  checkoutId,
  createCheckout,
  createPaylink,
  execute,
  paymentStatus,
  processOrder,
  webHook,
} from '@fynbos/core/payments/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCookie, setCookie } from '../accounts/cookies.ts';
import { answerPrivately } from '../accounts/private-answers.ts';
import { type CartDoors, cartTokenOf, shopperOf } from '../cart/cart-request.ts';
import { hourly } from '../hourly.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { newOrders } from '../orders/order-limits.ts';
import { isForeign, isSecure, type OwnOrigins } from '../own-origin.ts';
import { Ready, route } from '../route.ts';
import { beginPayment } from './begin-service.ts';
import { sweepUnpaid } from './keeping-service.ts';
import type { OpenPayments } from './open-service.ts';
import { stateOnWire } from './status-service.ts';
import { viewCookie } from './view-cookie.ts';
import type { Viewer } from './viewer.ts';
import { hearWebHook } from './web-hook-service.ts';

/** A page asks every few seconds while a payment is undecided. */
const questions = { burst: 200, perHour: 3000 };
/** No provider sends more. */
const largestHook = 256 * 1024;

interface PaymentDoors extends CartDoors {
  publicUrl: string | undefined;
  /** Where the shop's own pages come from. */
  own: OwnOrigins;
}

/** Payments (decision 7, commerce 7): the way to a provider and back, and what providers call. */
export async function paymentRoutes(
  app: FastifyInstance,
  payments: OpenPayments,
  doors: PaymentDoors,
): Promise<void> {
  hourly(app, () => sweepUnpaid(payments.db, payments.now()));
  await app.register(async (scope) => {
    answerPrivately(scope);
    mountShoppers(scope, payments, doors);
  });
  await app.register(async (scope) => mountProviders(scope, payments));
}

function mountShoppers(app: FastifyInstance, payments: OpenPayments, doors: PaymentDoors): void {
  const limit = (what: string, { ip }: FastifyRequest, rate: typeof questions) =>
    payments.limits.take(bucketKey(what, machineOf(ip)), rate);
  const secure = (request: FastifyRequest) => isSecure(request, doors.publicUrl);
  const viewerOf = async (request: FastifyRequest): Promise<Viewer> => ({
    customerId: (await doors.actors.findActor(request))?.id,
    cartToken: cartTokenOf(request, doors.tokenInHeader),
    // What a foreign page has a browser send opens nothing (T10).
    viewToken: isForeign(request, doors.own) ? undefined : findCookie(request, viewCookie, secure(request)),
  });

  async function handOff(
    code: ProviderCode,
    body: { checkoutReference: string; grandTotal?: number },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) {
    await limit('payment', request, newOrders);
    const asked = { reference: body.checkoutReference, grandTotal: body.grandTotal };
    const { handed, viewToken } = await payments.handOff(code, asked, await viewerOf(request));
    if (viewToken) setCookie(reply, viewCookie, viewToken, secure(request));
    return handed;
  }

  route(app, savePendingOrder, async ({ request, body }) => {
    await limit('new-order', request, newOrders);
    const sender = {
      shopper: await shopperOf(doors, request),
      cartToken: cartTokenOf(request, doors.tokenInHeader),
      ip: request.ip,
    };
    const { reference, amount_cents, currency, totals } = await beginPayment(payments, sender, body);
    return { checkoutReference: reference, amount: centsToDecimal(amount_cents), currency, totals };
  });

  route(app, checkoutId, ({ body, ...call }) => handOff('card', body, call));
  route(app, createCheckout, ({ params, body, ...call }) => handOff(params.provider, body, call));
  route(app, createPaylink, ({ body, ...call }) => handOff('local-b', body, call));
  route(app, execute, async ({ body, ...call }) => {
    if (!body.token) return handOff('wallet', body, call);
    await limit('payment-question', call.request, questions);
    return payments.executed(body.checkoutReference, await viewerOf(call.request));
  });

  route(app, processOrder, async ({ params, query, request }) => {
    await limit('payment-question', request, questions);
    const { attempt, order } = await payments.lookAfter(params.provider, query, await viewerOf(request));
    return stateOnWire(attempt, order);
  });

  route(app, paymentStatus, async ({ params, query, request }) => {
    await limit('payment-question', request, questions);
    const { attempt, order } = await payments.lookAfter(params.provider, query, await viewerOf(request));
    return stateOnWire(attempt, order);
  });
}

/** Web-hooks are read as they came, byte for byte: their signatures cover every one. */
function mountProviders(app: FastifyInstance, payments: OpenPayments): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestHook }, (_request, body, done) =>
    done(null, body),
  );
  route(app, webHook, async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const url = payments.shopUrl + request.url;
    await hearWebHook(payments, payments.asking, params.provider, { headers: request.headers, url, body });
    return new Ready('OK', 'text/plain; charset=utf-8');
  });
}
