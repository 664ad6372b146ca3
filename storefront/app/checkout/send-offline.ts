import { centsToDecimal } from '@fynbos/core/money.ts';
import { ApiProblem, type ProblemView } from '../api-problem.ts';
import type { CartCalls } from '../cart/cart-calls.ts';
import { isRefusal } from '../cart/cart-sync.ts';
import { differencesBetween, type MadeOffline, type Terms } from './offline-order.ts';
import { termsAtShop } from './order-cart.ts';

/** What an order is sent with; a browser and a test each have their own. */
export interface OrderShop {
  calls: CartCalls;
  /** Sends it as it is written down. @returns its number; throws ApiProblem */
  place(order: MadeOffline): Promise<string>;
  /** Whether the shop has an order of this id. */
  isThere(id: string): Promise<boolean>;
  /** Writes it down. */
  keep(order: MadeOffline): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What came of sending an order that was made without the shop. */
export type Sent =
  | { kind: 'placed'; number: string }
  | { kind: 'differs'; now: Terms }
  | { kind: 'refused'; problem: ProblemView };

/** The shop looked at the order, and has changed since: it is asked again what the order comes to. */
const isOutOfDate = new Set<string>([
  'cart_not_found',
  'total_changed',
  'order_lines_unavailable',
  'order_empty',
  'shipping_method_unknown',
]);
const mostRounds = 3;
/** The shop knows the keys of writes for 30 days; a cart begun long before is not gone on with. */
const cartLastsMs = 24 * 60 * 60 * 1000;

/**
 * Brings an order to the shop that was made without it: puts it into a cart of its own, asks what it comes to now, and
 * places it where that is what the shopper was shown. Whatever ends in between, it is done again from what was written
 * down, and the order's id makes it one (decision 5). Throws ApiProblem where it must be tried later.
 */
export async function sendOffline(first: MadeOffline, shop: OrderShop): Promise<Sent> {
  let order = first;
  for (let round = 1; ; round++) {
    try {
      if (!order.offline.isPosted) {
        const looked = await lookAt(order, shop);
        if ('kind' in looked) return looked;
        order = looked;
      }
      return { kind: 'placed', number: await shop.place(order) };
    } catch (error) {
      if (!isAnswer(error)) throw error;
      if (order.offline.isPosted && (await shop.isThere(order.id))) return { kind: 'placed', number: '' };
      if (!isOutOfDate.has(error.code)) return { kind: 'refused', problem: error.view };
      order = await kept(shop, { ...order, cartToken: '' }, { isPosted: false, cart: undefined });
      if (round >= mostRounds) return { kind: 'refused', problem: error.view };
    }
  }
}

const isAnswer = (error: unknown): error is ApiProblem =>
  isRefusal(error) || (error instanceof ApiProblem && error.code === 'cart_not_found');

/** What differs; or the order as it is sent, written down before it is. */
async function lookAt(first: MadeOffline, shop: OrderShop): Promise<MadeOffline | Sent> {
  const order = await withCart(first, shop);
  const where = { token: order.offline.cart!.token, customer: order.customer };
  const now = await termsAtShop(shop.calls, where, order);
  if (now.lines.length === 0)
    return { kind: 'refused', problem: new ApiProblem('order_lines_unavailable').view };
  if (order.offline.shown.way && !now.way)
    return { kind: 'refused', problem: new ApiProblem('shipping_method_unknown').view };
  if (differencesBetween(order.offline.shown, now).length > 0) return { kind: 'differs', now };
  const sent = { ...order, cartToken: where.token, body: bodyOf(order, now) };
  return kept(shop, sent, { isPosted: true });
}

/** The order with a cart of its own, which is kept so that it is filled once. */
async function withCart(order: MadeOffline, shop: OrderShop): Promise<MadeOffline> {
  const { cart } = order.offline;
  if (cart && shop.now() - cart.at < cartLastsMs) return order;
  const token = await shop.calls.openApart(order.customer);
  return kept(shop, order, { cart: { token, at: shop.now() } });
}

async function kept(
  shop: OrderShop,
  order: MadeOffline,
  change: Partial<MadeOffline['offline']>,
): Promise<MadeOffline> {
  const next = { ...order, offline: { ...order.offline, ...change } };
  await shop.keep(next);
  return next;
}

/** The order as it travels, with what its cart at the shop has. */
function bodyOf({ body, offline }: MadeOffline, { lines, totals, way }: Terms): MadeOffline['body'] {
  const token = offline.cart!.token;
  return {
    ...body,
    cart_id: token.length <= 50 ? token : '',
    products: lines.map(({ sku, qty, product_option, unit }) => ({
      ...{ sku, qty, product_option },
      price_incl_tax: centsToDecimal(unit),
    })),
    addressInformation: {
      ...body.addressInformation,
      ...(way && { shipping_method_code: way.method_code, shipping_carrier_code: way.carrier_code }),
    },
    grand_total: centsToDecimal(totals.grandTotal),
  };
}
