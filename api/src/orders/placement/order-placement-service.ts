import { Problem } from '@fynbos/core/problem.ts';
import {
  closeOrderedCart,
  closeUnchangedCart,
  type FoundCart,
  findLockedCart,
  getCart,
} from '../../cart/cart-service.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { type OrderSender, type Orders, requireOrderOwner } from '../records/order-context.ts';
import { confirm } from '../records/order-mail.ts';
import { findSentOrder, type NewOrder, type SentBefore } from '../records/order-store.ts';
import type { PayableRow } from '../records/pending-order-store.ts';
import { createOrder, type OrderToPlace, orRefuseCode, productsOf } from './order-checkout-service.ts';
import { refuseBlocked } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { isSameMeaning, placedFingerprint } from './order-fingerprint.ts';
import { orderIdOf } from './order-id.ts';
import { limitMailbox } from './order-limits.ts';
import { sentAndPending, unplacedOfCart } from './pending-order-service.ts';

/** The result of a placed order. */
export interface Placed extends Pick<SentBefore, 'order_id' | 'customer_id'> {
  id: number;
  number: string;
  placedAt: Date;
  /** A new order; undefined for one that was sent before. */
  created?: NewOrder;
  /** The waiting orders of its cart, which ended. */
  ended?: PayableRow[];
}

/**
 * Places the order of a cart atomically, in one transaction: it takes the stock, closes the cart and queues
 * the mail (spec D5, D6, D23, D24). An accepted id returns the same response whenever it is sent again.
 * @throws Problem cart_not_found, order_address_invalid, customer_blocked, order_paid, idempotency_conflict, and as
 * `createOrder`
 */
export async function placeOrder(orders: Orders, sender: OrderSender, sent: Sent): Promise<Placed> {
  const orderId = orderIdOf(sent.order_id ?? crypto.randomUUID());
  const { shopper, cartToken } = sender;
  const cartOrPlaced = await getCart(orders.carts, cartToken, shopper).catch(async (error: unknown) => {
    // The cart was closed by the same order, if that was sent before.
    const before = await findSentOrder(orders.db, orderId);
    if (before) return replayPlaced(before, sent, sender);
    throw error;
  });
  if ('number' in cartOrPlaced) return cartOrPlaced;
  const { before, pending } = await sentAndPending(orders, orderId, cartOrPlaced.cart);
  if (before) return replayPlaced(before, sent, sender);
  const details = readDetails(sent, {
    customerEmail: shopper.customer?.email,
    shortestName: orders.shortestName,
  });
  await refuseBlocked(orders.db, shopper, details);
  await orders.abandonPending(pending);
  const taking: OrderToPlace = {
    ...{ orderId, fingerprint: placedFingerprint(sent), sender, sent, details },
    // `getCart` finds no cart without a token, and throws.
    cartTokenHash: hashOf(cartToken!),
    state: 'placed',
  };
  const placed = await retryTransaction(() =>
    orders.db.transaction().execute((trx) => place({ ...orders, db: trx }, taking, cartOrPlaced)),
  )
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, cartOrPlaced.cart, error))
    .catch(async (error: unknown) => {
      // The same id was sent with another cart at the same time.
      const raced = isUniqueViolation(error) ? await findSentOrder(orders.db, orderId) : undefined;
      if (raced) return replayPlaced(raced, sent, sender);
      throw error;
    });
  if (placed.created) {
    orders.announcer.announce({ id: placed.id, products: productsOf(placed.created) });
    publishOrder('placed', placed.created.order);
    for (const order of placed.ended ?? []) publishOrder('expired', order);
  }
  return placed;
}

/** Whether an error is PostgreSQL's unique violation. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/**
 * Returns the result of an order that was sent before, if the sender and the meaning are the same.
 * @throws Problem cart_not_found, idempotency_conflict
 */
function replayPlaced(before: SentBefore, sent: Sent, sender: OrderSender): Placed {
  requireOrderOwner(before, sender);
  if (!isSameMeaning(before, sent, sender, placedFingerprint)) throw new Problem('idempotency_conflict');
  const { id, number, placed_at: placedAt, order_id, customer_id } = before;
  return { id, number, placedAt, order_id, customer_id };
}

async function place(orders: Orders, taking: OrderToPlace, foundCart: FoundCart): Promise<Placed> {
  const { db, limits } = orders;
  const cartId = foundCart.cart.id;
  const placedAt = orders.now();
  const { sender, orderId, sent, details } = taking;
  const isUsedUp = await closeUnchangedCart(db, foundCart.cart, placedAt);
  const held = isUsedUp ? foundCart : await findLockedCart(db, cartId);
  if (!held) {
    // The cart may have been closed by this very order, sent a moment earlier.
    const before = await findSentOrder(db, orderId);
    if (before) return replayPlaced(before, sent, sender);
    throw new Problem('cart_not_found');
  }
  const ended = await orders.endWaiting(db, await unplacedOfCart(db, held.cart, placedAt));
  const { id, number, order } = await createOrder({ ...orders, now: () => placedAt }, taking, held);
  if (!isUsedUp) await closeOrderedCart(db, cartId, placedAt);
  await limitMailbox(limits.within(db), details.email);
  const isPaid = order.order.grand_total_cents === 0;
  await confirm(db, orders.viewUrls, { number, isPaid, ...order }, 'after commit');
  const { order_id, customer_id } = order.order;
  return { id, number, placedAt, order_id, customer_id, created: order, ended };
}
