import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { findOrder } from '@fynbos/core/orders/contract.ts';
import { type OrderState, stateOfWire } from '@fynbos/core/orders/order-states.ts';

/** An order in wire format (wire contract 1.3). */
export type ShownOrder = ResultOf<typeof findOrder>;
export type ShownItem = ShownOrder['items'][number];
export type ShownAddress = ShownOrder['billing_address'];

/** The time of the order or its last change; wire times are UTC without a zone suffix. */
export const timeOf = (written: string): string => `${written.replace(' ', 'T')}Z`;

/** The state of the order; an unknown state counts as placed. */
export const stateOf = (order: ShownOrder): OrderState => stateOfWire(order) ?? 'placed';

/** The shipping address; undefined if nothing is shipped. */
export const goesTo = (order: ShownOrder): ShownAddress | undefined =>
  order.extension_attributes.shipping_assignments[0]?.shipping.address;

const unpaid: ReadonlySet<OrderState> = new Set(['pending_payment', 'canceled', 'expired']);

/** Only a sold order has an invoice. */
export const hasInvoice = (order: ShownOrder): boolean => !unpaid.has(stateOf(order));
