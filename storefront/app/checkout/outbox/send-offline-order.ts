import { centsToDecimal } from '@fynbos/core/money.ts';
import type { CartCalls } from '../../cart/sync/cart-requests.ts';
import { isRefusal } from '../../cart/sync/cart-sync.ts';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import { differencesBetween, type MadeOffline, type Terms } from './offline-order.ts';
import { syncOrderCart } from './order-cart-sync.ts';

/** The dependencies for sending an order; a browser and a test provide their own. */
export interface OrderShop {
  calls: CartCalls;
  /**
   * Sends the order as stored.
   * @returns its number; throws ApiProblem
   */
  place(order: MadeOffline): Promise<string>;
  /** Whether the shop has an order with this id. */
  isThere(id: string): Promise<boolean>;
  /** Stores the order. */
  save(order: MadeOffline): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The result of sending an order made without the shop. */
export type Sent =
  | { kind: 'placed'; number: string }
  | { kind: 'differs'; now: Terms }
  | { kind: 'refused'; problem: ProblemView };

/** The shop's data changed after it checked the order: the terms must be read again. */
const isOutOfDate = new Set<string>([
  'cart_not_found',
  'total_changed',
  'order_lines_unavailable',
  'order_empty',
  'shipping_method_unknown',
]);
const maxRounds = 3;
/** The shop remembers idempotency keys for a day, so an older cart is not continued. */
const cartLastsMs = 24 * 60 * 60 * 1000;

/**
 * Sends an order made without the shop: fills a separate cart, reads the current terms, and places the
 * order if they match the terms shown. An interrupted run repeats from the stored state, and the order's id
 * prevents a second order (spec D5). Throws ApiProblem if it must be retried later.
 */
export async function sendOffline(first: MadeOffline, shop: OrderShop): Promise<Sent> {
  let order = first;
  for (let round = 1; ; round++) {
    try {
      if (!order.offline.isPosted) {
        const compared = await compareWithShop(order, shop);
        if ('kind' in compared) return compared;
        order = compared;
      }
      return { kind: 'placed', number: await shop.place(order) };
    } catch (error) {
      if (!isFinalResponse(error)) throw error;
      if (order.offline.isPosted && (await shop.isThere(order.id))) return { kind: 'placed', number: '' };
      if (!isOutOfDate.has(error.code)) return { kind: 'refused', problem: error.view };
      order = await saveChange(shop, { ...order, cartToken: '' }, { isPosted: false, cart: undefined });
      if (round >= maxRounds) return { kind: 'refused', problem: error.view };
    }
  }
}

const isFinalResponse = (error: unknown): error is ApiProblem =>
  isRefusal(error) || (error instanceof ApiProblem && error.code === 'cart_not_found');

/** Returns the differences, or the order ready to send, which is stored first. */
async function compareWithShop(first: MadeOffline, shop: OrderShop): Promise<MadeOffline | Sent> {
  const { order, token } = await withCart(first, shop);
  const where = { token, customer: order.customer };
  const now = await syncOrderCart(shop.calls, where, order);
  if (now.lines.length === 0)
    return { kind: 'refused', problem: new ApiProblem('order_lines_unavailable').view };
  if (order.offline.shown.way && !now.way)
    return { kind: 'refused', problem: new ApiProblem('shipping_method_unknown').view };
  if (differencesBetween(order.offline.shown, now).length > 0) return { kind: 'differs', now };
  const sent = { ...order, cartToken: token, body: bodyOf(order, token, now) };
  return saveChange(shop, sent, { isPosted: true });
}

/** The order with a separate cart. The cart is stored so that it is filled once. */
async function withCart(order: MadeOffline, shop: OrderShop): Promise<{ order: MadeOffline; token: string }> {
  const { cart } = order.offline;
  if (cart && shop.now() - cart.at < cartLastsMs) return { order, token: cart.token };
  const token = await shop.calls.openApart(order.customer);
  return { order: await saveChange(shop, order, { cart: { token, at: shop.now() } }), token };
}

async function saveChange(
  shop: OrderShop,
  order: MadeOffline,
  change: Partial<MadeOffline['offline']>,
): Promise<MadeOffline> {
  const next = { ...order, offline: { ...order.offline, ...change } };
  await shop.save(next);
  return next;
}

/** The order in wire format, with the content of its cart at the shop. */
function bodyOf(
  { body }: MadeOffline,
  token: string,
  { lines, totals, way: shippingMethod }: Terms,
): MadeOffline['body'] {
  return {
    ...body,
    cart_id: token.length <= 50 ? token : '',
    products: lines.map(({ sku, qty, product_option, unit }) => ({
      ...{ sku, qty, product_option },
      price_incl_tax: centsToDecimal(unit),
    })),
    addressInformation: {
      ...body.addressInformation,
      ...(shippingMethod && {
        shipping_method_code: shippingMethod.method_code,
        shipping_carrier_code: shippingMethod.carrier_code,
      }),
    },
    grand_total: centsToDecimal(totals.grandTotal),
  };
}
