/**
 * States of an order. `delivered` also means paid for cash on delivery. `expired` was not paid in time; it
 * is still placed when the money arrives late and its goods are available.
 */
export type OrderState =
  | 'pending_payment'
  | 'placed'
  | 'shipped'
  | 'delivered'
  | 'returned'
  | 'canceled'
  | 'expired';

interface Row {
  /** Allowed successors. */
  next: readonly OrderState[];
  /** State and status for old clients (wire contract 1.3 «order-history»). */
  wire: { state: string; status: string };
  /** Whether the order still has the units that were taken from stock. */
  holdsStock: boolean;
}

/** The state machine of an order; transitions not listed are refused. */
export const orderStates: Readonly<Record<OrderState, Row>> = {
  pending_payment: {
    next: ['placed', 'canceled', 'expired'],
    wire: { state: 'pending_payment', status: 'pending_payment' },
    holdsStock: true,
  },
  placed: { next: ['shipped', 'canceled'], wire: { state: 'new', status: 'pending' }, holdsStock: true },
  shipped: {
    next: ['delivered', 'returned'],
    wire: { state: 'processing', status: 'shipped' },
    holdsStock: true,
  },
  delivered: { next: ['returned'], wire: { state: 'complete', status: 'complete' }, holdsStock: true },
  returned: { next: [], wire: { state: 'closed', status: 'closed' }, holdsStock: false },
  canceled: { next: [], wire: { state: 'canceled', status: 'canceled' }, holdsStock: false },
  expired: { next: ['placed'], wire: { state: 'canceled', status: 'expired' }, holdsStock: false },
};

/** Whether an order may go from one state to another. */
export const mayBecome = (from: OrderState, to: OrderState): boolean => orderStates[from].next.includes(to);

/** Whether a text names a state. */
export const isOrderState = (text: string): text is OrderState => Object.hasOwn(orderStates, text);

/** Returns the state of an order as read from the wire; undefined when unknown. */
export function stateOfWire({ state, status }: Row['wire']): OrderState | undefined {
  return Object.keys(orderStates)
    .filter(isOrderState)
    .find((name) => orderStates[name].wire.state === state && orderStates[name].wire.status === status);
}
