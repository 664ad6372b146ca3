import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { findOrder, orderHistory } from '@fynbos/core/orders/contract.ts';
import { type OrderState, stateOfWire } from '@fynbos/core/orders/order-states.ts';

/** An order in wire format (wire contract 1.3). */
export type ShownOrder = ResultOf<typeof orderHistory>['items'][number];
/** What a visitor sees who knows the number and the email address of an order only. */
export type ShownState = Exclude<ResultOf<typeof findOrder>, ShownOrder>;

/** Whether a lookup returned the whole order. */
export const isWholeOrder = (result: ResultOf<typeof findOrder>): result is ShownOrder => 'items' in result;
export type ShownItem = ShownOrder['items'][number];
export type ShownAddress = ShownOrder['billing_address'];

/** The time of the order or its last change; wire times are UTC without a zone suffix. */
export const timeOf = (written: string): string => `${written.replace(' ', 'T')}Z`;

/** The state of the order; an unknown state counts as placed. */
export const stateOf = (order: Pick<ShownOrder, 'state' | 'status'>): OrderState =>
  stateOfWire(order) ?? 'placed';

/** The shipping address; undefined if nothing is shipped. */
export const goesTo = (order: ShownOrder): ShownAddress | undefined =>
  order.extension_attributes.shipping_assignments[0]?.shipping.address;

/** The store at which the order is collected. */
export const collectionStoreOf = (order: ShownOrder) =>
  order.extension_attributes.shipping_assignments[0]?.shipping.collect_at;

const unpaid: ReadonlySet<OrderState> = new Set(['pending_payment', 'canceled', 'expired']);

/** Only a sold order has an invoice. */
export const hasInvoice = (order: ShownOrder): boolean => !unpaid.has(stateOf(order));
