import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { findOrder } from '@fynbos/core/orders/contract.ts';
import { type OrderState, stateOfWire } from '@fynbos/core/orders/states.ts';

/** An order as the wire brings it (wire contract 1.3). */
export type ShownOrder = ResultOf<typeof findOrder>;
export type ShownItem = ShownOrder['items'][number];
export type ShownAddress = ShownOrder['billing_address'];

/** When it was placed, or changed last: times of the wire are UTC without saying so. */
export const timeOf = (written: string): string => `${written.replace(' ', 'T')}Z`;

/** What became of it. What nobody knows was at least placed. */
export const stateOf = (order: ShownOrder): OrderState => stateOfWire(order) ?? 'placed';

/** Where it goes; undefined where nothing has to come. */
export const goesTo = (order: ShownOrder): ShownAddress | undefined =>
  order.extension_attributes.shipping_assignments[0]?.shipping.address;

const unpaid: ReadonlySet<OrderState> = new Set(['pending_payment', 'canceled', 'expired']);

/** An invoice is written of what was sold. */
export const hasInvoice = (order: ShownOrder): boolean => !unpaid.has(stateOf(order));
