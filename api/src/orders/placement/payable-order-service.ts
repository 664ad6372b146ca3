import { lockCartNow, readMergedCarts } from '../../cart/cart-service.ts';
import type { Db } from '../../db.ts';
import { isForgotten } from '../records/order-retention-service.ts';
import {
  findPayableNumbered,
  findPayableSent,
  findReplacement,
  lockOrderById,
  type PayableRow,
  readCartOf,
  readPayable,
  readPayables,
  readUnplacedOfCarts,
  readUnshipped,
} from '../records/pending-order-store.ts';

/** An order for its payment. */
export interface PayableOrder extends PayableRow {
  /**
   * The number of the order that its cart was ordered with instead (ADR-034): it can neither be paid nor placed
   * any more. Undefined for an order that was placed itself.
   */
  orderedWith: string | undefined;
}

const unplaced: ReadonlySet<PayableRow['state']> = new Set(['pending_payment', 'expired']);

async function withReplacement(db: Db, row: PayableRow): Promise<PayableOrder> {
  if (!unplaced.has(row.state)) return { ...row, orderedWith: undefined };
  const carts = await readMergedCarts(db, row.cart_id);
  return { ...row, orderedWith: await findReplacement(db, row.id, carts) };
}

const replacementOf = async (db: Db, row: PayableRow | undefined): Promise<PayableOrder | undefined> =>
  row && withReplacement(db, row);

/**
 * Locks an order, and its cart before it. It is the first step of every payment operation: no other order of the
 * cart is placed until the transaction ends.
 */
export async function lockPayableOrder(db: Db, id: number): Promise<PayableOrder> {
  await lockCartNow(db, await readCartOf(db, id));
  return withReplacement(db, await lockOrderById(db, id));
}

/** An order by the client's own id, for its payment. */
export const findSentPayable = async (db: Db, orderId: string): Promise<PayableOrder | undefined> =>
  replacementOf(db, await findPayableSent(db, orderId));

/** An order for its payment. */
export const getPayableOrder = async (db: Db, id: number): Promise<PayableOrder> =>
  withReplacement(db, await readPayable(db, id));

/** An order by its number, for operators. */
export const findPayableByNumber = async (db: Db, number: string): Promise<PayableOrder | undefined> =>
  replacementOf(db, await findPayableNumbered(db, number));

/** Several orders for their payments. */
export const payableOrders = (db: Db, ids: readonly number[]): Promise<PayableOrder[]> =>
  readPayables(db, ids).then((rows) => Promise.all(rows.map((row) => withReplacement(db, row))));

/** Those of these orders that wait for money or for their shipping. */
export const unshippedOrders = readUnshipped;

/** Whether an order awaits its payment: no payment was enough yet, and no other order of its cart was placed. */
export const awaitsPayment = ({ state, orderedWith }: PayableOrder): boolean =>
  state === 'pending_payment' && orderedWith === undefined;

/** Whether an order was placed and not canceled since. */
export const isPlaced = ({ state }: Pick<PayableRow, 'state'>): boolean =>
  !unplaced.has(state) && state !== 'canceled';

/** Whether money may still place an order: no other order of its cart was placed, and it is not anonymous yet. */
export const mayBePlaced = (order: PayableOrder): boolean =>
  unplaced.has(order.state) && order.orderedWith === undefined && !isForgotten(order);

/**
 * Whether an order awaits its payment, or may await it again: it ended because its last attempt failed, and
 * its time to pay is not over.
 */
export const isPayable = (order: PayableOrder, now: Date): boolean =>
  awaitsPayment(order) || isReopenable(order, now);

/** Whether an ended order may await its payment again. */
export const isReopenable = (order: PayableOrder, now: Date): boolean =>
  order.state === 'expired' &&
  mayBePlaced(order) &&
  order.captured_cents === 0 &&
  order.held_until !== null &&
  order.held_until > now;

/** The other orders of an order's cart that end when it is placed, in a fixed lock order. */
export async function readOthersOfCart(db: Db, order: PayableRow, at: Date): Promise<number[]> {
  const ids = await readUnplacedOfCarts(db, await readMergedCarts(db, order.cart_id), at);
  return ids.filter((id) => id !== order.id);
}
