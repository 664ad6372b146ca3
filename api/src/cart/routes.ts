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
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerPrivately } from '../accounts/private-answers.ts';
import { hourly } from '../hourly.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { route, WithMeta } from '../route.ts';
import { type CartDoors, cartTokenOf, keyOf, shopperOf } from './cart-request.ts';
import { getCart, openCart } from './cart-service.ts';
import { type Carts, type Shopper, sellingView } from './carts.ts';
import { applyCode, type CodeKind, removeCode } from './coupon-service.ts';
import { deleteItem, updateItem } from './item-service.ts';
import { sweepCarts } from './keeping-service.ts';
import { methodsFor, saveDelivery } from './shipping-service.ts';
import { itemOnWire, itemsOnWire, paymentsOnWire, shippingOnWire, totalsOnWire } from './wire.ts';
import { deliveryRate, workOut } from './worked-cart.ts';
import type { Written } from './write.ts';

/** However fast a machine makes carts, it makes so many an hour. */
const newCarts = { burst: 200, perHour: 2000 };

/** The cart (commerce 7, wire contract 1.1). What is answered here is for one shopper. */
export async function cartRoutes(app: FastifyInstance, carts: Carts, doors: CartDoors): Promise<void> {
  hourly(app, () => sweepCarts(carts.db, carts.now()));
  await app.register(async (scope) => {
    answerPrivately(scope);
    readEmptyBodies(scope);
    mount(scope, carts, doors);
  });
}

/** Old clients say that a body is JSON also where they send none (wire contract 1.1: create, the codes). */
function readEmptyBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, body.toString(), done),
  );
}

function mount(app: FastifyInstance, carts: Carts, doors: CartDoors): void {
  const open = async (request: FastifyRequest, key?: string) => {
    const shopper = await shopperOf(doors, request);
    const cart = await getCart(carts, cartTokenOf(request, doors.tokenInHeader), shopper, key);
    return { shopper: { ...shopper, view: sellingView(doors, cart.cart, shopper) }, cart };
  };

  /** Answers a write: its result, the version after it, and where it is asked for the whole cart. */
  async function answer<Result>(
    shopper: Shopper,
    done: Written<unknown>,
    result: Result,
    { whole }: { whole?: boolean },
  ): Promise<WithMeta<Result>> {
    if (!whole) return new WithMeta(result, { cartVersion: done.cart.version });
    const worked = await workOut(carts, shopper, done);
    const { catalogue } = shopper.view;
    const meta = { items: itemsOnWire(worked, catalogue), totals: totalsOnWire(worked, catalogue) };
    return new WithMeta(result, { cartVersion: worked.cart.version, cart: meta });
  }

  route(app, createCart, async ({ request, query }) => {
    const shopper = await shopperOf(doors, request);
    await carts.limits.take(bucketKey('new-cart', machineOf(request.ip)), newCarts);
    return openCart(carts, shopper, cartTokenOf(request, doors.tokenInHeader), query.apart);
  });

  route(app, pullCart, async ({ request, query }) => {
    const { shopper, cart } = await open(request);
    const worked = await workOut(carts, shopper, cart);
    const items = itemsOnWire(worked, shopper.view.catalogue);
    const meta = query.whole ? { cart: { items, totals: totalsOnWire(worked, shopper.view.catalogue) } } : {};
    return new WithMeta(items, { cartVersion: worked.cart.version, ...meta });
  });

  route(app, updateCartItem, async ({ request, query, body }) => {
    // A customer's cart has many tokens: the same write by another one is no other write.
    const { quoteId: _, ...asked } = body.cartItem;
    const key = keyOf(request, updateCartItem, asked);
    const { shopper, cart } = await open(request, key.key);
    const done = await updateItem(carts, shopper, cart, asked, key);
    const worked = await workOut(carts, shopper, done);
    const line = worked.lines.find(({ row }) => row.line_key === done.answer.key);
    const total = worked.totals.lines.find((one) => one.key === line?.row.line_key);
    const item = line && itemOnWire(line, shopper.view.catalogue, String(cart.cart.id), total);
    return answer(shopper, done, item ?? true, query);
  });

  route(app, deleteCartItem, async ({ request, query, body }) => {
    const { quoteId: _, ...asked } = body.cartItem;
    const key = keyOf(request, deleteCartItem, asked);
    const { shopper, cart } = await open(request, key.key);
    const done = await deleteItem(carts, cart, asked, key);
    return answer(shopper, done, true, query);
  });

  route(app, cartTotals, async ({ request }) => {
    const { shopper, cart } = await open(request);
    const worked = await workOut(carts, shopper, cart);
    return new WithMeta(totalsOnWire(worked, shopper.view.catalogue), { cartVersion: worked.cart.version });
  });

  route(app, paymentMethods, async ({ request }) => {
    const { shopper, cart } = await open(request);
    const worked = await workOut(carts, shopper, cart);
    return new WithMeta(paymentsOnWire(worked, carts.payments()), { cartVersion: worked.cart.version });
  });

  route(app, shippingMethods, async ({ request, body }) => {
    const { shopper, cart } = await open(request);
    const { worked, offered } = await methodsFor(carts, shopper, cart, body.address);
    const rate = deliveryRate(carts, shopper);
    const first = worked.shipping ?? offered[0];
    const isDefault = (index: number) =>
      offered[index]?.carrier_code === first?.carrier_code &&
      offered[index]?.method_code === first?.method_code;
    const methods = offered.map((one, index) => shippingOnWire(one, rate, isDefault(index)));
    return new WithMeta(methods, { cartVersion: cart.cart.version });
  });

  route(app, shippingInformation, async ({ request, body }) => {
    const key = keyOf(request, shippingInformation, body);
    const { shopper, cart } = await open(request, key.key);
    const { shippingAddress, shippingCarrierCode, shippingMethodCode } = body.addressInformation;
    const said = { address: shippingAddress, carrier: shippingCarrierCode, method: shippingMethodCode };
    const done = await saveDelivery(carts, shopper, cart, said, key);
    const worked = await workOut(carts, shopper, done);
    const totals = totalsOnWire(worked, shopper.view.catalogue);
    return new WithMeta(
      { payment_methods: paymentsOnWire(worked, carts.payments()), totals },
      { cartVersion: worked.cart.version },
    );
  });

  route(app, collectTotals, async ({ request, body }) => {
    const key = keyOf(request, collectTotals, body);
    const { shopper, cart } = await open(request, key.key);
    const { shippingCarrierCode, shippingMethodCode } = body.methods;
    const said = { carrier: shippingCarrierCode, method: shippingMethodCode };
    const done = await saveDelivery(carts, shopper, cart, said, key);
    const worked = await workOut(carts, shopper, done);
    return new WithMeta(totalsOnWire(worked, shopper.view.catalogue), { cartVersion: worked.cart.version });
  });

  const code = async (
    request: FastifyRequest,
    endpoint: Endpoint,
    kind: CodeKind,
    typed: string | undefined,
  ) => {
    const key = keyOf(request, endpoint, typed ?? '');
    const { shopper, cart } = await open(request, key.key);
    const done = typed?.trim()
      ? await applyCode(carts, shopper, cart, kind, typed, request.ip, key)
      : await removeCode(carts, cart, kind, key);
    return answer(shopper, done, true, request.query as { whole?: boolean });
  };
  route(app, applyCoupon, ({ request, query }) =>
    // A coupon that is no text is a wrong one; only the voucher's empty code takes it away.
    code(request, applyCoupon, 'coupon', query.coupon?.trim() || '?'),
  );
  route(app, deleteCoupon, ({ request }) => code(request, deleteCoupon, 'coupon', undefined));
  route(app, addVoucher, ({ request, query }) => code(request, addVoucher, 'voucher', query.voucherCode));
  route(app, showCoupon, async ({ request }) => {
    const { shopper, cart } = await open(request);
    const { coupon } = await workOut(carts, shopper, cart);
    return new WithMeta(coupon?.code ?? '', { cartVersion: cart.cart.version });
  });
}
