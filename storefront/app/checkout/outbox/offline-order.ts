import {
  mayFollowState,
  type WaitingEnd,
  type WaitingState,
} from '@fynbos/core/checkout/offline-order-states.ts';
import { shippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { DeliveryPlace, ShippingMethod } from '../../cart/sync/cart-methods.ts';
import { bareLine, type CartLine, type CartViewTotals } from '../../cart/sync/cart-view.ts';
import type { OutboxEntry } from '../../platform/outbox/outbox.ts';
import { type Change, changesBetween } from '../state/order-changes.ts';
import type { Placed } from '../state/placed-order.ts';

/**
 * A waiting order. Its id is the id of the order itself, so sending it again does not create a second order
 * (spec D5).
 */
export interface WaitingOrder extends OutboxEntry {
  at: number;
  /** Token of its cart. */
  cartToken: string;
  /** The customer it belongs to (spec D26); undefined for a guest's order. */
  customer: number | undefined;
  /** The grand total, for pages that show it while it waits. */
  grandTotal: Cents;
  body: BodyOf<typeof placeOrder>;
  /** Something in it can be downloaded once it is paid. */
  hasDownloads?: boolean | undefined;
  /** Set for an order made without the shop. Other orders were checked by the shop before they were stored. */
  offline?: OfflineOrder;
}

/** A line of a waiting order: enough to send it, show it, and return it to the cart. */
export interface OrderedLine extends CartLine {
  key: string;
  qty: number;
  /** The price paid for the line. */
  row: Cents;
}

/** Totals, shipping method and codes of an order. */
export interface Terms {
  lines: readonly OrderedLine[];
  totals: Pick<CartViewTotals, 'subtotal' | 'discount' | 'shipping' | 'grandTotal'>;
  way: ShippingMethod | undefined;
  coupon: string | undefined;
  voucher: string | undefined;
}

/** Additional data of an order made without the shop. The shop checks it before it is placed. */
export interface OfflineOrder {
  state: WaitingState;
  /** The terms the shopper confirmed. */
  shown: Terms;
  place: DeliveryPlace | undefined;
  /** The chosen fulfilment store. */
  store: string | undefined;
  /** Its lines are removed from the shopper's cart. */
  isTaken: boolean;
  /** The cart created for it at the shop, and when, in milliseconds since 1970. */
  cart?: { token: string; at: number } | undefined;
  /** Its body was sent in this form: the shop may have received it. */
  isPosted: boolean;
  /** The current terms, if they differ. */
  now?: Terms | undefined;
}

export type MadeOffline = WaitingOrder & { offline: OfflineOrder };

export const isMadeOffline = (order: WaitingOrder): order is MadeOffline => order.offline !== undefined;

/** How an order is delivered, for the thank-you page; an order without a delivery address is not. */
export function placedDelivery(
  { body, hasDownloads }: WaitingOrder,
  shippingMethod: ShippingMethod | undefined,
): Pick<Placed, 'collect' | 'store' | 'delivery' | 'hasDownloads' | 'virtual'> {
  const virtual = body.addressInformation.shippingAddress === undefined;
  // The method may be that of an earlier order.
  const method = virtual ? undefined : shippingMethod;
  const delivery = method?.method_title;
  return { collect: method?.needs === 'store', store: method?.store, delivery, virtual, hasDownloads };
}

export function termsOf(
  lines: readonly OrderedLine[],
  { subtotal, discount, shipping, grandTotal, coupon, voucher }: Omit<CartViewTotals, 'estimate'>,
  shippingMethod: ShippingMethod | undefined,
): Terms {
  return {
    lines: lines.map((line) => ({ ...bareLine(line), key: line.key, qty: line.qty, row: line.row })),
    totals: { subtotal, discount, shipping, grandTotal },
    ...{ way: shippingMethod, coupon, voucher },
  };
}

/** The differences from the terms as shown. */
export function differencesIn({ shown, now }: OfflineOrder): Change[] {
  return now ? differencesBetween(shown, now) : [];
}

export function differencesBetween(shown: Terms, now: Terms): Change[] {
  const texts = [
    ['way', methodText(shown.way), methodText(now.way)],
    ['code', shown.coupon, now.coupon],
    ['code', shown.voucher, now.voucher],
  ] as const;
  const termChanges = texts
    .filter(([, before, after]) => before !== after)
    .map(([kind, before = '', after]): Change => ({ kind, before, now: after }));
  return [...termChanges, ...changesBetween(shown, now)];
}

const methodText = (method: ShippingMethod | undefined) =>
  method && [shippingTitle(method), method.store?.name].filter(Boolean).join(' · ');

/** Moves the order to another state if the state table allows it; otherwise returns it unchanged. */
export function moved(
  order: MadeOffline,
  to: Exclude<WaitingState | WaitingEnd, WaitingEnd>,
  change: Partial<OfflineOrder> = {},
): MadeOffline {
  if (!mayFollowState(order.offline.state, to)) return order;
  return { ...order, offline: { ...order.offline, ...change, state: to } };
}

/**
 * The shopper confirmed the order or its changed terms. The shop is queried again with a new cart, because
 * every write to the previous one is already done. Only an order that may have arrived stays as it was
 * sent.
 */
export function confirmed(order: MadeOffline): MadeOffline {
  const { now, shown, isPosted, cart } = order.offline;
  const fresh = { now: undefined, cart: isPosted ? cart : undefined, shown: { ...shown, ...now } };
  const next = moved(order, 'sending', fresh);
  if (next === order) return order;
  const { grandTotal } = next.offline.shown.totals;
  return { ...next, grandTotal, attempts: 0, problem: undefined };
}

/** Confirms the order as it was made; changed terms are not accepted. */
export const confirmedUnchanged = (order: MadeOffline): MadeOffline =>
  confirmed({ ...order, offline: { ...order.offline, now: undefined } });
