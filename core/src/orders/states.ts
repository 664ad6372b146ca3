/**
 * What becomes of an order. `delivered` is paid for too where it is paid on delivery; `expired` was not paid in time,
 * and is placed all the same when its money arrives late and its goods are still there.
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
  /** What may follow. */
  next: readonly OrderState[];
  /** How clients of old read it (wire contract 1.3 «order-history»). */
  wire: { state: string; status: string };
  /** Whether what was taken from the shelves is out of the shop's hands. */
  holdsStock: boolean;
}

/** The life of an order as a table; whatever it does not name is refused. */
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

/** The state of an order as it was read from the wire; undefined for one nobody knows. */
export function stateOfWire({ state, status }: Row['wire']): OrderState | undefined {
  return Object.entries(orderStates).find(
    ([, { wire }]) => wire.state === state && wire.status === status,
  )?.[0] as OrderState | undefined;
}
