import { mayFollow, type WaitingEnd, type WaitingState } from '@fynbos/core/checkout/waiting-states.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { DeliveryPlace, DeliveryWay } from '../cart/cart-doing.ts';
import { bareLine, type CartLine } from '../cart/cart-line.ts';
import type { CartViewTotals } from '../cart/cart-view.ts';
import { type Change, changesBetween } from './changes.ts';
import type { WaitingOrder } from './order-box.ts';

/** A line of an order that waits: enough to send it, to show it, and to put it back into the cart. */
export interface OrderedLine extends CartLine {
  key: string;
  qty: number;
  /** What is paid for it. */
  row: Cents;
}

/** What an order comes to, and how it comes there. */
export interface Terms {
  lines: readonly OrderedLine[];
  totals: Pick<CartViewTotals, 'subtotal' | 'discount' | 'shipping' | 'grandTotal'>;
  way: DeliveryWay | undefined;
  coupon: string | undefined;
  voucher: string | undefined;
}

/** What an order needs beside itself that was made without the shop: it is looked at before it is placed. */
export interface OfflineOrder {
  state: WaitingState;
  /** What the shopper said yes to. */
  shown: Terms;
  place: DeliveryPlace | undefined;
  /** The fulfilment store that was chosen. */
  store: string | undefined;
  /** Its lines are out of the shopper's cart. */
  isTaken: boolean;
  /** The cart that was made for it at the shop, and when, in milliseconds since 1970. */
  cart?: { token: string; at: number } | undefined;
  /** Its body was sent as it stands: the shop may have it. */
  isPosted: boolean;
  /** What it would be now, where that differs. */
  now?: Terms | undefined;
}

export type MadeOffline = WaitingOrder & { offline: OfflineOrder };

export const isMadeOffline = (order: WaitingOrder): order is MadeOffline => order.offline !== undefined;

export function termsOf(
  lines: readonly OrderedLine[],
  { subtotal, discount, shipping, grandTotal, coupon, voucher }: Omit<CartViewTotals, 'estimate'>,
  way: DeliveryWay | undefined,
): Terms {
  return {
    lines: lines.map((line) => ({ ...bareLine(line), key: line.key, qty: line.qty, row: line.row })),
    totals: { subtotal, discount, shipping, grandTotal },
    ...{ way, coupon, voucher },
  };
}

/** What is not as the shopper was shown it. */
export function differencesIn({ shown, now }: OfflineOrder): Change[] {
  return now ? differencesBetween(shown, now) : [];
}

export function differencesBetween(shown: Terms, now: Terms): Change[] {
  const texts = [
    ['way', wayText(shown.way), wayText(now.way)],
    ['code', shown.coupon, now.coupon],
    ['code', shown.voucher, now.voucher],
  ] as const;
  const others = texts
    .filter(([, before, after]) => before !== after)
    .map(([kind, before = '', after]): Change => ({ kind, before, now: after }));
  return [...others, ...changesBetween(shown, now)];
}

const wayText = (way: DeliveryWay | undefined) => way && `${way.carrier_title}, ${way.method_title}`;

/** The order in another state, where the table allows it; otherwise as it is. */
export function moved(
  order: MadeOffline,
  to: Exclude<WaitingState | WaitingEnd, WaitingEnd>,
  change: Partial<OfflineOrder> = {},
): MadeOffline {
  if (!mayFollow(order.offline.state, to)) return order;
  return { ...order, offline: { ...order.offline, ...change, state: to } };
}

/**
 * The shopper said yes: to the order, or to what it would be now. The shop is asked afresh, in a new cart: in the one that
 * was filled before, each write is done already. Only what may have arrived stays as it was sent.
 */
export function confirmed(order: MadeOffline): MadeOffline {
  const { now, shown, isPosted, cart } = order.offline;
  const fresh = { now: undefined, cart: isPosted ? cart : undefined, shown: { ...shown, ...now } };
  const next = moved(order, 'sending', fresh);
  if (next === order) return order;
  const { grandTotal } = next.offline.shown.totals;
  return { ...next, grandTotal, attempts: 0, problem: undefined };
}

/** The same as it was ordered: what it would be now was not said yes to. */
export const askedAgain = (order: MadeOffline): MadeOffline =>
  confirmed({ ...order, offline: { ...order.offline, now: undefined } });
