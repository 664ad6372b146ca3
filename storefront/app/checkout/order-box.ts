import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { ProblemView } from '../api-problem.ts';
import type { Box, Waiting } from '../offline/box.ts';

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

/** Under which name a store view keeps them. */
export const orderBoxName = 'orders';

export type OrderBox = Box<KeptOrders, WaitingOrder>;

/** How many are remembered. */
const most = 10;
const none: KeptOrders = { placed: [], refused: [] };

export const answersIn = ({ kept }: OrderBox): KeptOrders => kept ?? none;

/** Puts an order in; one that is there is there once, however often it is sent. */
export function withOrder(box: OrderBox, order: WaitingOrder): OrderBox {
  if (box.entries.some(({ id }) => id === order.id)) return box;
  const kept = answersIn(box);
  const refused = kept.refused.filter(({ id }) => id !== order.id);
  return { ...box, kept: { ...kept, refused }, entries: [...box.entries, order] };
}

export function withAnswer(box: OrderBox, placed: PlacedOrder): OrderBox {
  const kept = answersIn(box);
  const others = kept.placed.filter(({ id }) => id !== placed.id);
  return without(box, placed.id, { ...kept, placed: [placed, ...others].slice(0, most) });
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
