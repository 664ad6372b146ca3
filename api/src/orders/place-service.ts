import { Problem } from '@fynbos/core/problem.ts';
import { hashOf } from '../accounts/token.ts';
import { getCart, holdCart, useCartUp } from '../cart/cart-service.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { tellOrder } from '../operation/steps.ts';
import { meaningOf } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { limitMailbox } from './order-limits.ts';
import { confirm } from './order-mail.ts';
import { type Orders, refuseStranger, type Sender } from './orders.ts';
import { retried } from './retried.ts';
import { findSentOrder, type NewOrder, type SentBefore } from './store.ts';
import { orRefuseCode, type Taking, takeOrder } from './take-service.ts';

/** What is told of an order that was placed. */
export interface Placed {
  id: number;
  number: string;
  placedAt: Date;
  /** What it came to, of one that is new. */
  money?: Pick<NewOrder['order'], 'grand_total_cents' | 'currency'>;
}

/**
 * Places the order of a cart, all of it or nothing, in one transaction: it is taken, the cart used up, the mail queued
 * (decisions 5, 6, 23, 24). An id that was accepted answers as it did, whenever it is sent again.
 *
 * @throws Problem cart_not_found, order_address_invalid, order_paid, idempotency_conflict, and as `takeOrder`
 */
export async function placeOrder(orders: Orders, sender: Sender, sent: Sent): Promise<Placed> {
  const orderId = (sent.order_id ?? crypto.randomUUID()).toLowerCase();
  const fingerprint = fingerprintOf(meaningOf(sent));
  const before = await findSentOrder(orders.db, orderId);
  if (before) return again(before, fingerprint, sender);
  const { shopper, cartToken } = sender;
  const found = await getCart(orders.carts, cartToken, shopper).catch(async (error: unknown) => {
    // Its cart may be used up by the same order, sent a moment earlier.
    const raced = await findSentOrder(orders.db, orderId);
    if (raced) return again(raced, fingerprint, sender);
    throw error;
  });
  if ('number' in found) return found;
  const details = readDetails(sent, shopper.customer?.email);
  await orders.giveUp(found.cart);
  const taking: Taking = {
    ...{ orderId, fingerprint, sender, sent, details },
    cartTokenHash: hashOf(cartToken!),
    state: 'placed',
  };
  const placed = await retried(() =>
    orders.db.transaction().execute((trx) => place({ ...orders, db: trx }, taking, found.cart.id)),
  )
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, found.cart, error))
    .catch(async (error: unknown) => {
      // The same id with another cart, at the same instant.
      const raced = isTaken(error) ? await findSentOrder(orders.db, orderId) : undefined;
      if (raced) return again(raced, fingerprint, sender);
      throw error;
    });
  if (placed.money) tellOrder('placed', placed.money);
  return placed;
}

/** What PostgreSQL says when something is there already that may be there once. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/**
 * Answers an order that was sent before: to whoever shows the cart's token or is its customer, and means the same.
 *
 * @throws Problem cart_not_found, idempotency_conflict
 */
function again(before: SentBefore, fingerprint: string, sender: Sender): Placed {
  refuseStranger(before, sender);
  if (before.fingerprint.toString('hex') !== fingerprint) throw new Problem('idempotency_conflict');
  return { id: before.id, number: before.number, placedAt: before.placed_at };
}

async function place(orders: Orders, taking: Taking, cartId: number): Promise<Placed> {
  const { db, limits } = orders;
  const { sender, orderId, fingerprint, details } = taking;
  const held = await holdCart(db, cartId);
  if (!held) {
    // Used up, perhaps by this very order, sent a moment earlier.
    const before = await findSentOrder(db, orderId);
    if (before) return again(before, fingerprint, sender);
    throw new Problem('cart_not_found');
  }
  const { id, number, order } = await takeOrder(orders, taking, held);
  const placedAt = order.order.placed_at;
  await useCartUp(db, cartId, placedAt);
  if (!sender.shopper.customer) await limitMailbox(limits.within(db), details.email);
  await confirm(db, orders.viewUrls, number, order);
  return { id, number, placedAt, money: order.order };
}
