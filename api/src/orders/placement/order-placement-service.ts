import { Problem } from '@fynbos/core/problem.ts';
import { getCart, holdCart, useCartUp } from '../../cart/cart-service.ts';
import { retried } from '../../platform/database/transaction-retry.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { fingerprintOf } from '../../platform/http/request-fingerprint.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { type Orders, refuseStranger, type Sender } from '../records/order-context.ts';
import { confirm } from '../records/order-mail.ts';
import { findSentOrder, type NewOrder, type SentBefore } from '../records/order-store.ts';
import { createOrder, orRefuseCode, type Taking } from './order-checkout-service.ts';
import { meaningOf } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { limitMailbox } from './order-limits.ts';

/** The result of a placed order. */
export interface Placed {
  id: number;
  number: string;
  placedAt: Date;
  /** The total of a new order. */
  money?: Pick<NewOrder['order'], 'grand_total_cents' | 'currency'>;
}

/**
 * Places the order of a cart atomically, in one transaction: it takes the stock, closes the cart and queues
 * the mail (spec D5, D6, D23, D24). An accepted id returns the same response whenever it is sent again.
 * @throws Problem cart_not_found, order_address_invalid, order_paid, idempotency_conflict, and as
 * `takeOrder`
 */
export async function placeOrder(orders: Orders, sender: Sender, sent: Sent): Promise<Placed> {
  const orderId = (sent.order_id ?? crypto.randomUUID()).toLowerCase();
  const fingerprint = fingerprintOf(meaningOf(sent));
  const before = await findSentOrder(orders.db, orderId);
  if (before) return replayPlaced(before, fingerprint, sender);
  const { shopper, cartToken } = sender;
  const cartOrPlaced = await getCart(orders.carts, cartToken, shopper).catch(async (error: unknown) => {
    // The cart may have been closed by the same order, sent a moment earlier.
    const raced = await findSentOrder(orders.db, orderId);
    if (raced) return replayPlaced(raced, fingerprint, sender);
    throw error;
  });
  if ('number' in cartOrPlaced) return cartOrPlaced;
  const details = readDetails(sent, shopper.customer?.email);
  await orders.abandonPending(cartOrPlaced.cart);
  const taking: Taking = {
    ...{ orderId, fingerprint, sender, sent, details },
    cartTokenHash: hashOf(cartToken!),
    state: 'placed',
  };
  const placed = await retried(() =>
    orders.db.transaction().execute((trx) => place({ ...orders, db: trx }, taking, cartOrPlaced.cart.id)),
  )
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, cartOrPlaced.cart, error))
    .catch(async (error: unknown) => {
      // The same id was sent with another cart at the same time.
      const raced = isUniqueViolation(error) ? await findSentOrder(orders.db, orderId) : undefined;
      if (raced) return replayPlaced(raced, fingerprint, sender);
      throw error;
    });
  if (placed.money) publishOrder('placed', placed.money);
  return placed;
}

/** Whether an error is PostgreSQL's unique violation. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/**
 * Returns the result of an order that was sent before, if the sender and the meaning are the same.
 * @throws Problem cart_not_found, idempotency_conflict
 */
function replayPlaced(before: SentBefore, fingerprint: string, sender: Sender): Placed {
  refuseStranger(before, sender);
  if (before.fingerprint.toString('hex') !== fingerprint) throw new Problem('idempotency_conflict');
  return { id: before.id, number: before.number, placedAt: before.placed_at };
}

async function place(orders: Orders, taking: Taking, cartId: number): Promise<Placed> {
  const { db, limits } = orders;
  const { sender, orderId, fingerprint, details } = taking;
  const held = await holdCart(db, cartId);
  if (!held) {
    // The cart may have been closed by this very order, sent a moment earlier.
    const before = await findSentOrder(db, orderId);
    if (before) return replayPlaced(before, fingerprint, sender);
    throw new Problem('cart_not_found');
  }
  const { id, number, order } = await createOrder(orders, taking, held);
  const placedAt = order.order.placed_at;
  await useCartUp(db, cartId, placedAt);
  if (!sender.shopper.customer) await limitMailbox(limits.within(db), details.email);
  await confirm(db, orders.viewUrls, number, order);
  return { id, number, placedAt, money: order.order };
}
