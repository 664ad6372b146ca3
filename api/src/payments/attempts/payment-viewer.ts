import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import {
  findSentPayable,
  getPayableOrder,
  type PayableOrder,
} from '../../orders/placement/payable-order-service.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { type AttemptRow, findAttempt, readAttempts } from '../records/attempt-store.ts';

/**
 * Credentials for viewing a payment: the customer, the cart token, the tokens of the redirected browser
 * (spec payments 4, race 20), or a payment link.
 */
export interface Viewer {
  customerId: number | undefined;
  cartToken: string | undefined;
  /** One for each payment that the browser started. */
  viewTokens: readonly string[];
  /** The order of the viewer's payment link. */
  linkedOrder?: number;
}

/**
 * An attempt with its order. The order is read last: money that arrives between both reads is then seen with the order
 * that it placed, and not as money without an order.
 */
export interface Viewed {
  attempt: AttemptRow;
  order: PayableOrder;
}

/**
 * Returns a payment if the viewer may see it. A payment of another shopper is not found; a viewer without
 * any credentials gets `not_logged_in`.
 * @param reference the client's own, of the attempt or of its order; an order means its newest attempt
 * @throws Problem payment_not_found, not_logged_in
 */
export async function getViewed({ db }: { db: Db }, reference: string, viewer: Viewer): Promise<Viewed> {
  const attempt = isUuid.test(reference) ? await findByReference(db, reference.toLowerCase()) : undefined;
  return getAllowed(db, attempt, viewer);
}

/** Like `getViewed`, for a payment that was found by other means. */
export async function getAllowed(db: Db, attempt: AttemptRow | undefined, viewer: Viewer): Promise<Viewed> {
  const order = attempt && (await getPayableOrder(db, attempt.order_id));
  if (attempt && order && (await mayView(db, order, viewer))) return { attempt, order };
  const isAnonymous = !viewer.customerId && !viewer.cartToken && viewer.viewTokens.length === 0;
  throw new Problem(isAnonymous ? 'not_logged_in' : 'payment_not_found');
}

/** An order with its newest attempt, after its viewer was checked. */
export async function getNewest(db: Db, orderId: number): Promise<Viewed> {
  // A viewed order has an attempt.
  const attempt = (await readAttempts(db, orderId)).at(-1)!;
  return { attempt, order: await getPayableOrder(db, orderId) };
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function findByReference(db: Db, reference: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttempt(db, reference);
  if (attempt) return attempt;
  const order = await findSentPayable(db, reference);
  return order && (await readAttempts(db, order.id)).at(-1);
}

/** Whether the viewer placed the order. Others may pay for it, with its payment link. */
export function isOwner(order: PayableOrder, { customerId, cartToken }: Viewer): boolean {
  if (order.customer_id !== null) return order.customer_id === customerId;
  return cartToken !== undefined && hashOf(cartToken).equals(order.cart_token_hash);
}

async function mayView(db: Db, order: PayableOrder, viewer: Viewer): Promise<boolean> {
  const { viewTokens, linkedOrder } = viewer;
  if (linkedOrder === order.id || isOwner(order, viewer)) return true;
  if (viewTokens.length === 0) return false;
  const hashes = viewTokens.map(hashOf);
  const attempts = await readAttempts(db, order.id);
  return attempts.some(({ view_hash }) => view_hash && hashes.some((hash) => hash.equals(view_hash)));
}
