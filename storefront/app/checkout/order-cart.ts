import { lineKey } from '@fynbos/core/cart/line.ts';
import type { ServerCart } from '../cart/cart-box.ts';
import type { CartCalls, CodeKind, Where } from '../cart/cart-calls.ts';
import { codeOfWay, type DeliveryWay } from '../cart/cart-doing.ts';
import type { ConfirmedLine } from '../cart/cart-line.ts';
import { isRefusal } from '../cart/cart-sync.ts';
import { type MadeOffline, type Terms, termsOf } from './offline-order.ts';

/**
 * Brings an order into its cart at the shop, and asks what it comes to there. Every write is named by the order's id, so
 * that doing all of it again changes nothing. Throws ApiProblem for what is no answer to one line, code or way.
 */
export async function termsAtShop(calls: CartCalls, where: Where, order: MadeOffline): Promise<Terms> {
  const { shown } = order.offline;
  const names = await fill(calls, where, order);
  await makeOrderable(calls, where, order, names);
  for (const kind of ['coupon', 'voucher'] as const) await applyCode(calls, where, order, kind);
  const way = await bring(calls, where, order);
  const { items, totals } = await calls.read(where);
  const lines = items.map((item) => {
    const key = lineKey(item);
    return { ...item, key: names.get(key) ?? key, row: item.paid };
  });
  return termsOf(lines, totals, shown.way && way);
}

/** @returns how the order names the lines that the shop calls otherwise */
async function fill(calls: CartCalls, where: Where, order: MadeOffline): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [index, line] of order.offline.shown.lines.entries()) {
    const { key, qty } = line;
    const put = (id: string, pieces: number) =>
      calls.send(where, { id, at: order.at, kind: 'add', line, qty: pieces }, []);
    const taken = await put(`${order.id}-${index}`, qty).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      // Fewer are left than were ordered; of what is gone there is nothing to put in.
      const most = Number(error.view.values.maxQuantity ?? 0);
      const isFewer = error.code === 'quantity_too_high' && most > 0 && most < qty;
      return isFewer ? put(`${order.id}-${index}-${most}`, most) : undefined;
    });
    if (taken?.line) names.set(lineKey(taken.line), key);
  }
  return names;
}

/**
 * Takes out what cannot be had, or what of it cannot, and what is there beyond what was ordered: a cart that is gone on
 * with after a while may have been given fewer at first, and then all.
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
    const most = Math.min(ordered.get(names.get(key) ?? key) ?? item.qty, orderableOf(item));
    if (most === item.qty) continue;
    const of = { at: 0, key };
    const change =
      most === 0
        ? { ...of, id: `${id}-gone-${item.item_id}`, kind: 'remove' as const }
        : { ...of, id: `${id}-${most}-${item.item_id}`, kind: 'set' as const, qty: most };
    await calls.send(where, change, items);
  }
}

function orderableOf({ available, qty, inStock, problems }: ConfirmedLine): number {
  if (problems.length === 0) return qty;
  return inStock && available !== null && available > 0 && available < qty ? available : 0;
}

/** A code that does not hold any more is left out; that it is gone is seen in the terms. */
async function applyCode(calls: CartCalls, where: Where, order: MadeOffline, kind: CodeKind) {
  const code = order.offline.shown[kind];
  if (code === undefined) return;
  await calls.code(where, `${order.id}-${kind}`, kind, code).catch(orIgnore);
}

function orIgnore(error: unknown): ServerCart | undefined {
  if (!isRefusal(error)) throw error;
  return undefined;
}

/** @returns the way it comes: the one that was chosen, or the shop's first where that is not offered any more */
async function bring(
  calls: CartCalls,
  where: Where,
  { id, offline }: MadeOffline,
): Promise<DeliveryWay | undefined> {
  const { place, shown } = offline;
  if (!place || !shown.way) return undefined;
  const choose = (way: DeliveryWay) =>
    calls.chooseDelivery(where, `${id}-way-${codeOfWay(way)}`, place, way).then(() => way);
  const ways = (await calls.deliveryWays(where, place)).filter(({ available }) => available);
  const same = ways.find((way) => codeOfWay(way) === codeOfWay(shown.way!));
  const next = same ?? ways.find((way) => way.default) ?? ways[0];
  return next && choose(next);
}
