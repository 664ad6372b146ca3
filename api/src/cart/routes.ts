import {
  addVoucher,
  applyCoupon,
  cartTotals,
  collectTotals,
  createCart,
  deleteCartItem,
  deleteCoupon,
  paymentMethods,
  pullCart,
  shippingInformation,
  shippingMethods,
  showCoupon,
  updateCartItem,
} from '@fynbos/core/cart/contract.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import { preferredMethod } from '@fynbos/core/delivery/preferred-method.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { route, WithMeta } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';
import { deliveryRate, type WorkedCart, workOut } from './calculated-cart.ts';
import { applyCouponCode, removeCouponCode } from './cart-coupon-service.ts';
import type { CodeKind } from './cart-coupons.ts';
import { cartTokenOf, keyOf, shopperOf } from './cart-request.ts';
import {
  expectedOnWire,
  itemOnWire,
  itemsOnWire,
  paymentsOnWire,
  refusedForCold,
  shippingOnWire,
  totalsOnWire,
} from './cart-response.ts';
import { sweepCarts } from './cart-retention-service.ts';
import { getCart, openCart } from './cart-service.ts';
import { saveShipping, shippingMethodsFor } from './cart-shipping-service.ts';
import { deleteItem, updateItem } from './items/cart-item-service.ts';
import { type Carts, type Shopper, viewOfCart } from './records/cart-context.ts';
import type { Written } from './records/idempotent-write.ts';

/** Limits the number of new carts per client IP and hour. */
const newCarts = { burst: 200, perHour: 2000 };

/** The cart endpoints (spec commerce 7, wire contract 1.1). Their responses are private to one shopper. */
export async function cartRoutes(app: FastifyInstance, carts: Carts, shop: ShopContext): Promise<void> {
  hourly(app, () => sweepCarts(carts.db, carts.now()));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    readEmptyBodies(scope);
    const deps = { carts, shop };
    mountCart(scope, deps);
    mountItems(scope, deps);
    mountDelivery(scope, deps);
    mountCodes(scope, deps);
  });
}

/** Old clients send a JSON content type also without a body (wire contract 1.1: create, the codes). */
function readEmptyBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, body.toString(), done),
  );
}

interface CartRouteDeps {
  carts: Carts;
  shop: ShopContext;
}

/** The shopper of a request and their cart, which the shopper may use. */
async function open({ carts, shop }: CartRouteDeps, request: FastifyRequest, key?: string) {
  const shopper = await shopperOf(shop, request);
  const cart = await getCart(carts, cartTokenOf(request), shopper, key);
  return { shopper: { ...shopper, view: viewOfCart(shop, cart.cart, shopper) }, cart };
}

interface CartResponse {
  shopper: Shopper;
  done: Written<unknown>;
  whole: boolean | undefined;
  /** The cart after the write, where it is priced already. */
  priced?: WorkedCart;
}

/** Responds to a write with its result, the new version, and the whole cart on request. */
async function respond<Result>(
  carts: Carts,
  { shopper, done, whole, priced }: CartResponse,
  result: Result,
): Promise<WithMeta<Result>> {
  if (!whole) return new WithMeta(result, { cartVersion: done.cart.version });
  const worked = priced ?? (await workOut(carts, shopper, done));
  const { catalogue } = shopper.view;
  const meta = { items: itemsOnWire(worked, catalogue), totals: totalsOnWire(worked, catalogue) };
  return new WithMeta(result, { cartVersion: worked.cart.version, cart: meta });
}

/** Creates and reads a cart. */
function mountCart(app: FastifyInstance, deps: CartRouteDeps): void {
  const { carts, shop } = deps;
  route(app, createCart, async ({ request, query }) => {
    const shopper = await shopperOf(shop, request);
    await carts.limits.take(bucketKey('new-cart', clientIpOf(request.ip)), newCarts);
    return openCart(carts, shopper, cartTokenOf(request), query.apart);
  });

  route(app, pullCart, async ({ request, query }) => {
    const { shopper, cart } = await open(deps, request);
    const worked = await workOut(carts, shopper, cart);
    const items = itemsOnWire(worked, shopper.view.catalogue);
    const meta = query.whole ? { cart: { items, totals: totalsOnWire(worked, shopper.view.catalogue) } } : {};
    return new WithMeta(items, { cartVersion: worked.cart.version, ...meta });
  });

  route(app, cartTotals, async ({ request }) => {
    const { shopper, cart } = await open(deps, request);
    const worked = await workOut(carts, shopper, cart);
    return new WithMeta(totalsOnWire(worked, shopper.view.catalogue), { cartVersion: worked.cart.version });
  });
}

/** Changes the lines of a cart. */
function mountItems(app: FastifyInstance, deps: CartRouteDeps): void {
  const { carts } = deps;
  route(app, updateCartItem, async ({ request, query, body }) => {
    // A customer's cart has many tokens. The same write with another token is the same write.
    const { quoteId: _, ...cartItem } = body.cartItem;
    const key = keyOf(request, updateCartItem, cartItem);
    const { shopper, cart } = await open(deps, request, key.key);
    const done = await updateItem(carts, shopper, cart, { item: cartItem, key });
    const worked = await workOut(carts, shopper, done);
    const line = worked.lines.find(({ row }) => row.line_key === done.result.key);
    const total = worked.totals.lines.find((candidate) => candidate.key === line?.row.line_key);
    const item = line && itemOnWire(line, shopper.view.catalogue, String(cart.cart.id), total);
    return respond(carts, { shopper, done, whole: query.whole, priced: worked }, item ?? true);
  });

  route(app, deleteCartItem, async ({ request, query, body }) => {
    const { quoteId: _, ...cartItem } = body.cartItem;
    const key = keyOf(request, deleteCartItem, cartItem);
    const { shopper, cart } = await open(deps, request, key.key);
    const done = await deleteItem(carts, shopper, cart, { item: cartItem, key });
    return respond(carts, { shopper, done, whole: query.whole }, true);
  });
}

/** Delivery and payment methods, and the totals with them. */
function mountDelivery(app: FastifyInstance, deps: CartRouteDeps): void {
  const { carts } = deps;
  route(app, paymentMethods, async ({ request }) => {
    const { shopper, cart } = await open(deps, request);
    const worked = await workOut(carts, shopper, cart);
    return new WithMeta(paymentsOnWire(worked, carts.payments()), { cartVersion: worked.cart.version });
  });

  route(app, shippingMethods, async ({ request, body }) => {
    const { shopper, cart } = await open(deps, request);
    const { worked, offered, tooSlow } = await shippingMethodsFor(carts, shopper, cart, body.address);
    const rate = deliveryRate(carts, shopper);
    const offers = offered.map((offer) => ({
      ...shippingOnWire(offer, rate),
      ...expectedOnWire(offer, carts.now()),
    }));
    const first = worked.shipping ?? preferredMethod(offers);
    const methods = [
      ...offers.map((offer) => ({
        ...offer,
        default: offer.carrier_code === first?.carrier_code && offer.method_code === first.method_code,
      })),
      ...tooSlow.map((offer) => ({ ...shippingOnWire(offer, rate), ...refusedForCold })),
    ];
    return new WithMeta(methods, { cartVersion: cart.cart.version });
  });

  route(app, shippingInformation, async ({ request, body }) => {
    const key = keyOf(request, shippingInformation, body);
    const { shopper, cart } = await open(deps, request, key.key);
    const { shippingAddress, shippingCarrierCode, shippingMethodCode } = body.addressInformation;
    const delivery = { address: shippingAddress, carrier: shippingCarrierCode, method: shippingMethodCode };
    const done = await saveShipping(carts, shopper, cart, { key, ...delivery });
    const worked = await workOut(carts, shopper, done);
    const totals = totalsOnWire(worked, shopper.view.catalogue);
    return new WithMeta(
      { payment_methods: paymentsOnWire(worked, carts.payments()), totals },
      { cartVersion: worked.cart.version },
    );
  });

  route(app, collectTotals, async ({ request, body }) => {
    const key = keyOf(request, collectTotals, body);
    const { shopper, cart } = await open(deps, request, key.key);
    const { shippingCarrierCode, shippingMethodCode } = body.methods;
    const delivery = { carrier: shippingCarrierCode, method: shippingMethodCode };
    const done = await saveShipping(carts, shopper, cart, { key, ...delivery });
    const worked = await workOut(carts, shopper, done);
    return new WithMeta(totalsOnWire(worked, shopper.view.catalogue), { cartVersion: worked.cart.version });
  });
}

/** Coupons and vouchers. */
function mountCodes(app: FastifyInstance, deps: CartRouteDeps): void {
  const { carts } = deps;
  const code = async (
    { request, query }: { request: FastifyRequest; query: { whole?: boolean } },
    endpoint: Endpoint,
    kind: CodeKind,
    { typed, orVoucher }: { typed: string; orVoucher?: boolean | undefined },
  ) => {
    const key = keyOf(request, endpoint, typed);
    const { shopper, cart } = await open(deps, request, key.key);
    const applied = { kind: orVoucher ? undefined : kind, typed, ip: request.ip, key };
    const done = typed
      ? await applyCouponCode(carts, shopper, cart, applied)
      : await removeCouponCode(carts, cart, kind, key);
    return respond(carts, { shopper, done, whole: query.whole }, true);
  };
  route(app, applyCoupon, (call) =>
    // An empty coupon is a wrong one. An empty voucher code removes the voucher.
    code(call, applyCoupon, 'coupon', {
      typed: cleanLine(call.query.coupon ?? '') || '?',
      orVoucher: call.query.orVoucher,
    }),
  );
  route(app, deleteCoupon, (call) => code(call, deleteCoupon, 'coupon', { typed: '' }));
  route(app, addVoucher, (call) =>
    code(call, addVoucher, 'voucher', { typed: cleanLine(call.query.voucherCode ?? '') }),
  );
  route(app, showCoupon, async ({ request }) => {
    const { shopper, cart } = await open(deps, request);
    const { coupon } = await workOut(carts, shopper, cart);
    return new WithMeta(coupon?.code ?? '', { cartVersion: cart.cart.version });
  });
}
