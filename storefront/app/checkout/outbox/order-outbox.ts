import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import { isLine } from '../../cart/sync/cart-outbox.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';
import type { Outbox, OutboxShape } from '../../platform/outbox/outbox.ts';
import type { OutboxQueue } from '../../platform/outbox/outbox-queue.ts';
import { attempted, needsYou, withAttemptsReset } from '../../platform/outbox/send-attempt.ts';
import { isLike, isListOf } from '../../platform/storage/stored-shape.ts';
import { confirmedUnchanged, type MadeOffline, moved, type WaitingOrder } from './offline-order.ts';

export interface PlacedOrder {
  id: string;
  number: string;
  /** When this browser received the number (spec commerce 4 «Order placement»), in milliseconds since 1970. */
  at: number;
  /** Its bought files, if nothing was to pay. */
  downloads?: readonly OrderDownload[] | undefined;
}

type OrderDownload = NonNullable<ResultOf<typeof placeOrder>['downloads']>[number];

export interface RefusedOrder {
  id: string;
  problem: ProblemView;
}

/** The results of the orders of this browser, newest first. */
export interface OrderResults {
  placed: readonly PlacedOrder[];
  refused: readonly RefusedOrder[];
}

export type OrderOutbox = Outbox<OrderResults, WaitingOrder>;
/** The outbox of this browser, as its pages use it. */
export type OrderQueue = OutboxQueue<OrderResults, WaitingOrder>;

/** The stored shape of the orders. */
export const orderShape: OutboxShape<OrderResults, WaitingOrder> = {
  isSnapshot: (value): value is OrderResults =>
    isLike(value, { placed: 'list', refused: 'list' }) &&
    isListOf(value.placed, (result) => isLike(result, { id: 'string', number: 'string' })) &&
    isListOf(value.refused, (result) => isLike(result, { id: 'string', problem: 'record' })),
  isEntry: (entry): entry is WaitingOrder =>
    isLike(entry, { id: 'string', cartToken: 'string', grandTotal: 'number', body: 'record' }) &&
    isLike(entry.body, { products: 'list', addressInformation: 'record' }) &&
    (entry.offline === undefined || isOffline(entry.offline)),
};

const isOffline = (value: unknown): boolean =>
  isLike(value, { state: 'string', shown: 'record', isTaken: 'boolean', isPosted: 'boolean' }) &&
  isLike(value.shown, { lines: 'list', totals: 'record' }) &&
  isListOf(value.shown.lines, (line) => isLine(line) && isLike(line, { key: 'string', qty: 'number' }));

/** The number of results to remember. */
const maxResults = 10;
const none: OrderResults = { placed: [], refused: [] };

export const resultsIn = ({ kept: results }: OrderOutbox): OrderResults => results ?? none;

/** Whether it is a guest's order or belongs to the known customer (spec D26). */
export const isOwn = ({ customer }: Pick<WaitingOrder, 'customer'>, known: number | undefined): boolean =>
  customer === undefined || customer === known;

/**
 * Whether it can be sent without asking the shopper: the shop has checked it, or the shopper confirmed it.
 * @param known the known customer
 */
export const mayBeSent = (order: WaitingOrder, known: number | undefined): boolean =>
  isOwn(order, known) && !needsYou(order) && (!order.offline || order.offline.state === 'sending');

/** Whether the shopper must decide: the shop failed too often, refused the order, or its terms changed. */
export const needsDecision = (order: WaitingOrder): boolean =>
  needsYou(order) || order.offline?.state === 'differs' || order.offline?.state === 'refused';

/** Adds an order; an order that is already present is not added again. */
export function withOrder(outbox: OrderOutbox, order: WaitingOrder): OrderOutbox {
  if (outbox.entries.some(({ id }) => id === order.id)) return outbox;
  const results = resultsIn(outbox);
  const refused = results.refused.filter(({ id }) => id !== order.id);
  return { ...outbox, kept: { ...results, refused }, entries: [...outbox.entries, order] };
}

/** Stores the progress of an order; an order no longer in the outbox is not added again. */
export function withStep(
  outbox: OrderOutbox,
  id: string,
  change: (order: MadeOffline) => MadeOffline,
): OrderOutbox {
  const entries = outbox.entries.map((entry) =>
    entry.id === id && entry.offline ? change({ ...entry, offline: entry.offline }) : entry,
  );
  return { ...outbox, entries };
}

/**
 * The waiting order made from this draft or this cart. An order made offline has already left its cart.
 * @param draft the order id of the draft
 * @param cartToken the token of the cart in this browser
 */
export function pendingOrderOf(
  { entries }: OrderOutbox,
  draft: string | undefined,
  cartToken: string | undefined,
): WaitingOrder | undefined {
  return entries.find(
    ({ id, offline, ...order }) => !offline && (id === draft || order.cartToken === cartToken),
  );
}

/** Counts a failure of the shop; after the last attempt the shopper must decide (spec D25). */
export function failedAt(
  outbox: OrderOutbox,
  attempt: { id: string; problem: ProblemView; now: number },
): OrderOutbox {
  const next = attempted(outbox, attempt);
  return withStep(next, attempt.id, (order) => (needsYou(order) ? moved(order, 'needsYou') : order));
}

/** The shopper wants it sent again, as it was made. */
export function retried(outbox: OrderOutbox, of: { id: string; now: number }): OrderOutbox {
  return withStep(withAttemptsReset(outbox, of), of.id, confirmedUnchanged);
}

export function withPlaced(outbox: OrderOutbox, placed: PlacedOrder): OrderOutbox {
  const results = resultsIn(outbox);
  const earlier = results.placed.filter(({ id }) => id !== placed.id);
  return without(outbox, placed.id, { ...results, placed: [placed, ...earlier].slice(0, maxResults) });
}

/** An order whose response arrived after its customer logged out: the result is not shown to the next user. */
export function withoutResult(outbox: OrderOutbox, id: string): OrderOutbox {
  return outbox.entries.some((entry) => entry.id === id) ? without(outbox, id, resultsIn(outbox)) : outbox;
}

export function withRefusal(outbox: OrderOutbox, refused: RefusedOrder): OrderOutbox {
  const results = resultsIn(outbox);
  return without(outbox, refused.id, {
    ...results,
    refused: [refused, ...results.refused].slice(0, maxResults),
  });
}

/** The shopper withdrew the order before it arrived, or has read why it was refused. */
export function withoutOrder(outbox: OrderOutbox, id: string): OrderOutbox {
  const results = resultsIn(outbox);
  return without(outbox, id, { ...results, refused: results.refused.filter((entry) => entry.id !== id) });
}

function without(outbox: OrderOutbox, id: string, results: OrderResults): OrderOutbox {
  return { ...outbox, kept: results, entries: outbox.entries.filter((entry) => entry.id !== id) };
}
