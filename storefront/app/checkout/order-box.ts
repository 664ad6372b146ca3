import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { ProblemView } from '../api-problem.ts';
import { attempted, needsYou, triedAgain } from '../offline/attempt.ts';
import type { Box, Waiting } from '../offline/box.ts';
import { askedAgain, type MadeOffline, moved, type OfflineOrder } from './offline-order.ts';

/** An order on its way. Its id is the order's own, so that sending it again is no second one (decision 5). */
export interface WaitingOrder extends Waiting {
  at: number;
  /** What opens its cart. */
  cartToken: string;
  /** The customer it is bound to (decision 26); undefined for a guest's. */
  customer: number | undefined;
  /** What it comes to, for pages that show it while it waits. */
  grandTotal: Cents;
  body: BodyOf<typeof placeOrder>;
  /** Of an order that was made without the shop; others were looked at by it, and are on their way. */
  offline?: OfflineOrder;
}

export interface PlacedOrder {
  id: string;
  number: string;
  /** When this browser heard of it (commerce 4 «Order placement»), in milliseconds since 1970. */
  at: number;
}

export interface RefusedOrder {
  id: string;
  problem: ProblemView;
}

/** What became of the orders of this browser, newest first. */
export interface KeptOrders {
  placed: readonly PlacedOrder[];
  refused: readonly RefusedOrder[];
}

export type OrderBox = Box<KeptOrders, WaitingOrder>;

/** How many are remembered. */
const most = 10;
const none: KeptOrders = { placed: [], refused: [] };

export const answersIn = ({ kept }: OrderBox): KeptOrders => kept ?? none;

/** It is nobody else's: a guest's, or of the customer who is known here (decision 26). */
export const isOwn = ({ customer }: Pick<WaitingOrder, 'customer'>, known: number | undefined): boolean =>
  customer === undefined || customer === known;

/** Nobody need be asked any more: it was looked at by the shop, or confirmed. @param known the customer who is known */
export const mayBeSent = (order: WaitingOrder, known: number | undefined): boolean =>
  isOwn(order, known) && !needsYou(order) && (!order.offline || order.offline.state === 'sending');

/** Its shopper is asked about it: the shop failed at it too often, refused it, or it is not what it was. */
export const isAsked = (order: WaitingOrder): boolean =>
  needsYou(order) || order.offline?.state === 'differs' || order.offline?.state === 'refused';

/** Puts an order in; one that is there is there once, however often it is sent. */
export function withOrder(box: OrderBox, order: WaitingOrder): OrderBox {
  if (box.entries.some(({ id }) => id === order.id)) return box;
  const kept = answersIn(box);
  const refused = kept.refused.filter(({ id }) => id !== order.id);
  return { ...box, kept: { ...kept, refused }, entries: [...box.entries, order] };
}

/** Puts in what became of an order meanwhile; one that has left stays away. */
export function withStep(box: OrderBox, id: string, step: (order: MadeOffline) => MadeOffline): OrderBox {
  const entries = box.entries.map((entry) =>
    entry.id === id && entry.offline ? step({ ...entry, offline: entry.offline }) : entry,
  );
  return { ...box, entries };
}

/**
 * The order that this draft or this cart has become already and that waits; one that was made offline has left its cart.
 *
 * @param draft the id that the draft gave it
 * @param cartToken what opens the cart here
 */
export function underWay(
  { entries }: OrderBox,
  draft: string | undefined,
  cartToken: string | undefined,
): WaitingOrder | undefined {
  return entries.find(
    ({ id, offline, ...order }) => !offline && (id === draft || order.cartToken === cartToken),
  );
}

/** The shop failed at it; after the last attempt its shopper is asked (decision 25). */
export function failedAt(
  box: OrderBox,
  attempt: { id: string; problem: ProblemView; now: number },
): OrderBox {
  const next = attempted(box, attempt);
  return withStep(next, attempt.id, (order) => (needsYou(order) ? moved(order, 'needsYou') : order));
}

/** Its shopper wants it sent once more, as it was ordered. */
export function retried(box: OrderBox, of: { id: string; now: number }): OrderBox {
  return withStep(triedAgain(box, of), of.id, askedAgain);
}

export function withAnswer(box: OrderBox, placed: PlacedOrder): OrderBox {
  const kept = answersIn(box);
  const others = kept.placed.filter(({ id }) => id !== placed.id);
  return without(box, placed.id, { ...kept, placed: [placed, ...others].slice(0, most) });
}

/** An order that was answered when its customer had gone: what became of it is for nobody here. */
export function withoutAnswer(box: OrderBox, id: string): OrderBox {
  return box.entries.some((entry) => entry.id === id) ? without(box, id, answersIn(box)) : box;
}

export function withRefusal(box: OrderBox, refused: RefusedOrder): OrderBox {
  const kept = answersIn(box);
  return without(box, refused.id, { ...kept, refused: [refused, ...kept.refused].slice(0, most) });
}

/** The shopper took it back before it arrived, or has read why it was refused. */
export function withoutOrder(box: OrderBox, id: string): OrderBox {
  const kept = answersIn(box);
  return without(box, id, { ...kept, refused: kept.refused.filter((one) => one.id !== id) });
}

function without(box: OrderBox, id: string, kept: KeptOrders): OrderBox {
  return { ...box, kept, entries: box.entries.filter((entry) => entry.id !== id) };
}
