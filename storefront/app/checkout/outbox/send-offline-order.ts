import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { type ShippingMethod, shippingMethodCode } from '../../cart/sync/cart-methods.ts';
import type { ServerCart } from '../../cart/sync/cart-outbox.ts';
import type { CartCalls, CodeKind, Where } from '../../cart/sync/cart-requests.ts';
import { isRefusal } from '../../cart/sync/cart-sync.ts';
import type { ConfirmedLine } from '../../cart/sync/cart-view.ts';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import type { Placed } from '../state/placed-order.ts';
import { differencesBetween, type MadeOffline, type Terms, termsOf } from './offline-order.ts';
import type { PlacedOrder } from './order-outbox.ts';

/** The dependencies for sending an order; a browser and a test provide their own. */
export interface OrderShop {
  calls: CartCalls;
  /** Sends the order as stored. Throws ApiProblem. */
  place(order: MadeOffline): Promise<PlacedResponse>;
  /** Whether the shop has an order with this id. */
  isThere(id: string): Promise<boolean>;
  /** Stores the order. */
  save(order: MadeOffline): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What the shop responds to a placed order, as far as this browser uses it. */
export type PlacedResponse = Pick<PlacedOrder, 'number' | 'downloads'> & Pick<Placed, 'orderLink'>;

/** The result of sending an order made without the shop. */
export type Sent =
  | ({ kind: 'placed' } & PlacedResponse)
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
      return { kind: 'placed', ...(await shop.place(order)) };
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
        shipping_store_code: shippingMethod.store?.code,
      }),
    },
    grand_total: centsToDecimal(totals.grandTotal),
  };
}

/**
 * Fills the cart of an order at the shop and reads the resulting terms. Every write has a key derived from
 * the order's id, so repeating all of it changes nothing. Throws ApiProblem unless the problem concerns a
 * single line, code or shipping method.
 */
export async function syncOrderCart(calls: CartCalls, where: Where, order: MadeOffline): Promise<Terms> {
  const { shown } = order.offline;
  const names = await fill(calls, where, order);
  await makeOrderable(calls, where, order, names);
  for (const kind of ['coupon', 'voucher'] as const) await applyCode(calls, where, order, kind);
  const shippingMethod = await bring(calls, where, order);
  const { items, totals } = await calls.read(where);
  const lines = items.map((item) => {
    const key = lineKey(item);
    return { ...item, key: names.get(key) ?? key, row: item.paid };
  });
  return termsOf(lines, totals, shown.way && shippingMethod);
}

/** @returns the order's line keys by the shop's line keys, where they differ */
async function fill(calls: CartCalls, where: Where, order: MadeOffline): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [index, line] of order.offline.shown.lines.entries()) {
    const { key, qty } = line;
    const put = (id: string, units: number) =>
      calls.send(where, { id, at: order.at, kind: 'add', line, qty: units }, []);
    const added = await put(`${order.id}-${index}`, qty).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      // Fewer units are left than were ordered; a line that is sold out is skipped.
      const maxUnits = Number(error.view.values.maxQuantity ?? 0);
      const isFewer = error.code === 'quantity_too_high' && maxUnits > 0 && maxUnits < qty;
      return isFewer ? put(`${order.id}-${index}-${maxUnits}`, maxUnits) : undefined;
    });
    if (added?.line) names.set(lineKey(added.line), key);
  }
  return names;
}

/**
 * Removes unavailable lines and units, and units beyond the ordered quantity. A cart that is resumed later
 * may first have received fewer units and then all of them.
 */
async function makeOrderable(
  calls: CartCalls,
  where: Where,
  { id, offline }: MadeOffline,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const ordered = new Map(offline.shown.lines.map(({ key, qty }) => [key, qty]));
  const { items } = await calls.read(where);
  for (const item of items) {
    const key = lineKey(item);
    const orderable = Math.min(ordered.get(names.get(key) ?? key) ?? item.qty, orderableOf(item));
    if (orderable === item.qty) continue;
    const of = { at: 0, key };
    const change =
      orderable === 0
        ? { ...of, id: `${id}-gone-${item.item_id}`, kind: 'remove' as const }
        : { ...of, id: `${id}-${orderable}-${item.item_id}`, kind: 'set' as const, qty: orderable };
    await calls.send(where, change, items);
  }
}

function orderableOf({ available, qty, inStock, problems }: ConfirmedLine): number {
  if (problems.length === 0) return qty;
  return inStock && available !== null && available > 0 && available < qty ? available : 0;
}

/** A code that is no longer valid is left out; the difference shows in the terms. */
async function applyCode(calls: CartCalls, where: Where, order: MadeOffline, kind: CodeKind) {
  const code = order.offline.shown[kind];
  if (code === undefined) return;
  await calls.code(where, `${order.id}-${kind}`, kind, code).catch(orIgnore);
}

function orIgnore(error: unknown): ServerCart | undefined {
  if (!isRefusal(error)) throw error;
  return undefined;
}

/** @returns the chosen shipping method, or the shop's default if that is no longer offered */
async function bring(
  calls: CartCalls,
  where: Where,
  { id, offline }: MadeOffline,
): Promise<ShippingMethod | undefined> {
  const { place, shown } = offline;
  const { way: chosen } = shown;
  if (!place || !chosen) return undefined;
  const choose = (method: ShippingMethod) =>
    calls.chooseDelivery(where, `${id}-way-${shippingMethodCode(method)}`, place, method).then(() => method);
  const methods = (await calls.shippingMethods(where, place)).filter(({ available }) => available);
  const same = methods.find((method) => shippingMethodCode(method) === shippingMethodCode(chosen));
  const next = same ?? methods.find((method) => method.default) ?? methods[0];
  return next && choose(next);
}
