import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import type { ConfirmedLine } from '../../cart/sync/cart-line.ts';
import { type ShippingMethod, shippingMethodCode } from '../../cart/sync/cart-methods.ts';
import type { ServerCart } from '../../cart/sync/cart-outbox.ts';
import type { CartCalls, CodeKind, Where } from '../../cart/sync/cart-requests.ts';
import { isRefusal } from '../../cart/sync/cart-sync.ts';
import { type MadeOffline, type Terms, termsOf } from './offline-order.ts';

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
