import { isWithin } from '@fynbos/core/pricing/tax.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { isProven } from '../../accounts/customers/read-store.ts';
import { paymentsOnWire, totalsOnWire } from '../../cart/cart-response.ts';
import { findLockedCart, getCart, readMergedCarts, removeOrdered } from '../../cart/cart-service.ts';
import { storedLineKey } from '../../cart/items/stored-line-key.ts';
import { viewOfCart } from '../../cart/records/cart-context.ts';
import { announceChange } from '../../catalogue/documents/catalogue-events.ts';
import type { Db } from '../../db.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { findCouponPromotion, recountUse } from '../../promotions/promotion-service.ts';
import { deductStock } from '../../stock/stock-service.ts';
import type { OrderedCart, OrderSender, Orders } from '../records/order-context.ts';
import { confirm } from '../records/order-mail.ts';
import { countPastOrders, release } from '../records/order-service.ts';
import { getOrderById, updateState } from '../records/order-store.ts';
import {
  extendHold,
  findSentAndPending,
  markStockTaken,
  markUsesTaken,
  type ReturnedUse,
  readPendingOfCarts,
  readReturned,
  readTaken,
  readUnplacedOfCarts,
  reopenOrder,
  shortenHold,
  updatePayment,
} from '../records/pending-order-store.ts';
import { createOrder, hasUseLeft, orRefuseCode, productsOf } from './order-checkout-service.ts';
import { checkPayment, refuseBlocked } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { pendingFingerprint } from './order-fingerprint.ts';
import { isReopenable, mayBePlaced, type PayableOrder, readOthersOfCart } from './payable-order-service.ts';
import { clientKeyOf, limitUnpaidOrders, limitUnpaidStock, unpaidOwner } from './unpaid-limits-service.ts';

/** The parts of the store that payments use. */
export { addMoney, readLapsed, shortenHold } from '../records/pending-order-store.ts';

/** An order that awaits payment, with its frozen total. */
export interface Pending {
  id: number;
  amount_cents: number;
  currency: string;
  totals: ReturnType<typeof totalsOnWire>;
}

/**
 * Writes an order before its shopper is redirected to a provider (spec D6). Lines, total and addresses
 * are frozen, and its stock is held until the given date. The cart stays unchanged because nothing is
 * bought yet.
 * @param begin additional work in the same transaction
 * @returns the result of `begin`
 * @throws Problem as `placeOrder`, unpaid_order_limit, unpaid_stock_limit; PostgreSQL's 23505 if the id was used a moment earlier
 */
export async function writePendingOrder<Result>(
  orders: Orders,
  sender: OrderSender,
  { sent, heldUntil }: { sent: Sent & { order_id: string }; heldUntil: Date },
  begin: (trx: Db, pending: Pending) => Promise<Result>,
): Promise<Result> {
  const { shopper, cartToken } = sender;
  const foundCart = await getCart(orders.carts, cartToken, shopper);
  const details = readDetails(sent, {
    customerEmail: shopper.customer?.email,
    shortestName: orders.shortestName,
  });
  await refuseBlocked(orders.db, shopper, details);
  await orders.abandonPending(await pendingOfCart(orders.db, foundCart.cart, orders.now()));
  // `getCart` finds no cart without a token, and throws.
  const cartTokenHash = hashOf(cartToken!);
  const { begun, created } = await orders.db
    .transaction()
    .execute(async (trx) => {
      const held = await findLockedCart(trx, foundCart.cart.id);
      if (!held) throw new Problem('cart_not_found');
      const fingerprint = pendingFingerprint(sent);
      const { customer } = shopper;
      const provenId = customer?.provenEmail === undefined ? undefined : customer.id;
      const owner = unpaidOwner(provenId, details.email, clientKeyOf(sender.ip));
      await limitUnpaidOrders(orders, trx, owner);
      const taking = { sender, sent, details, cartTokenHash, fingerprint, heldUntil };
      const { id, order, worked } = await createOrder(
        { ...orders, db: trx },
        { ...taking, orderId: sent.order_id, state: 'pending_payment' },
        held,
      );
      await limitUnpaidStock(orders, trx, owner, { id, taken: order.stock });
      const { catalogue } = viewOfCart(orders.carts, held.cart, shopper);
      const { grand_total_cents: amount_cents, currency } = order.order;
      const begun = await begin(trx, { id, amount_cents, currency, totals: totalsOnWire(worked, catalogue) });
      return { begun, created: { id, order } };
    })
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, foundCart.cart, error));
  const { id, order } = created;
  orders.announcer.announce({ id, products: productsOf(order) });
  publishOrder('pending_payment', order.order);
  return begun;
}

/**
 * Changes the payment method of a pending order.
 * @throws Problem payment_method_unknown
 */
export async function payOtherwise(
  { carts }: Orders,
  db: Db,
  order: PayableOrder,
  code: string,
): Promise<void> {
  const { grand_total_cents: grand_total, currency, shipping_address } = order;
  const offers = paymentsOnWire(
    { virtual: shipping_address === null, totals: { grand_total }, currency },
    carts.payments(),
  );
  const { title } = checkPayment(offers, code);
  if (order.payment_method !== code) await updatePayment(db, order.id, code, title);
}

/** How a paid order is placed. */
interface Placing {
  at: Date;
  /** `operator`, if an operator accepted the payment. */
  by?: 'payment' | 'operator' | undefined;
  /** Ends the other waiting orders of the cart, in the same transaction. */
  endWaiting: Orders['endWaiting'];
}

/**
 * Places a paid order within the caller's transaction, which has locked it, and ends the other waiting orders of
 * its cart. It happens once, because the state changes. An order that expired meanwhile takes its stock and codes
 * again, also from the orders that end.
 * @returns whether it is placed; false if its stock, codes, cart or personal data are gone
 */
export async function placePaid(
  orders: Pick<Orders, 'viewUrls'>,
  trx: Db,
  order: PayableOrder,
  { at, by = 'payment', endWaiting }: Placing,
): Promise<boolean> {
  if (!mayBePlaced(order)) return false;
  const isHeld = await inSavepoint(trx, async () => {
    await endWaiting(trx, await readOthersOfCart(trx, order, at));
    return order.state !== 'expired' || (await retakeReturned(trx, order, at));
  });
  if (!isHeld) return false;
  await updateState(trx, order.id, { state: 'placed', note: '', actor: by, occurred_at: at });
  const stored = await getOrderById(trx, order.id);
  const lines = stored.lines.map(({ sku, product_option, qty }) => ({
    line_key: storedLineKey({ sku, product_option }),
    qty,
  }));
  await removeOrdered(trx, order.cart_id, lines, at);
  await confirm(trx, orders.viewUrls, { number: stored.order.number, isPaid: true, ...stored });
  return true;
}

/**
 * Takes the stock and codes that were returned when the order expired.
 * @returns whether all of them were left; otherwise the caller rolls back
 */
async function retakeReturned(db: Db, order: PayableOrder, at: Date): Promise<boolean> {
  const { id, fulfilment_store } = order;
  const { units, codes } = await readReturned(db, id);
  const isUsable = await recountUses(db, order, { codes, at });
  const { deducted: taken, missing } = await deductStock(db, fulfilment_store || undefined, units);
  if (missing.length > 0 || !isUsable) return false;
  await markStockTaken(db, id, taken);
  await markUsesTaken(db, id);
  await announceChange(
    db,
    taken.map(({ product_id }) => product_id),
  );
  return true;
}

/**
 * Counts the uses of the codes of an expired order again, which is none of the person's past orders.
 * @returns whether every rule of each code still allows it: dates, balance, uses in total and by this person, first orders
 */
async function recountUses(
  db: Db,
  { customer_id, email }: PayableOrder,
  { codes, at }: { codes: readonly ReturnedUse[]; at: Date },
): Promise<boolean> {
  const person = { customerId: customer_id ?? undefined, email };
  // A fixed lock order prevents deadlocks.
  for (const { code, cents } of codes.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
    if (!(await recountUse(db, code, cents ?? 0))) return false;
    const coupon = await findCouponPromotion(db, code);
    if (!coupon || !isWithin(at, coupon.valid_from, coupon.valid_to)) return false;
    if (!(await hasUseLeft({ db, pastOrders: countPastOrders }, coupon, person))) return false;
  }
  return true;
}

/**
 * The longest time for which an order holds its stock without a payment in progress, whatever attempts
 * follow (T28).
 */
export const maxHoldMs = 4 * 60 * 60 * 1000;

/**
 * Lets an order await its payment again after a failed attempt, within the caller's transaction, which has
 * locked it. It takes its stock and codes again.
 * @returns the order
 * @throws Problem payment_over, unpaid_order_limit, unpaid_stock_limit
 */
export async function reopen(orders: Orders, trx: Db, order: PayableOrder, now: Date): Promise<PayableOrder> {
  if (!isReopenable(order, now)) return order;
  const { customer_id: id } = order;
  const provenId = id !== null && (await isProven(trx, id)) ? id : undefined;
  const owner = unpaidOwner(provenId, order.email, order.client_key);
  await limitUnpaidOrders(orders, trx, owner);
  if (!(await retakeReturned(trx, order, now))) throw new Problem('payment_over');
  await reopenOrder(trx, order.id, now);
  await limitUnpaidStock(orders, trx, owner, { id: order.id, taken: await readTaken(trx, order.id) });
  return { ...order, state: 'pending_payment' };
}

/**
 * Ends an unpaid order and returns its stock and the uses of its codes.
 * @param isFinal the order cannot await its payment again
 * @returns the products
 */
export async function endUnpaid(
  trx: Db,
  order: PayableOrder,
  { note, by, at, isFinal }: { note: string; by: string; at: Date; isFinal: boolean },
): Promise<number[]> {
  await updateState(trx, order.id, { state: 'expired', note, actor: by, occurred_at: at });
  if (isFinal) await shortenHold(trx, order.id, at);
  return release(trx, order.id, at);
}

/** Extends the time for which the stock of an order is held, because its shopper goes to a provider. */
export const holdLonger = (db: Db, id: number, until: Date): Promise<void> =>
  extendHold(db, id, until, maxHoldMs);

/** A cart and the carts merged into it at login; a guest's cart has none. */
const cartsOf = async (db: Db, cart: OrderedCart): Promise<number[]> =>
  cart.customer_id === null ? [cart.id] : readMergedCarts(db, cart.id);

/** The orders of a cart that may be paid, and of the carts merged into it at login. */
async function pendingOfCart(db: Db, cart: OrderedCart, at: Date): Promise<number[]> {
  return readPendingOfCarts(db, await cartsOf(db, cart), at);
}

/** The orders of a cart, and of the carts merged into it, that end when another order of it is placed. */
export async function unplacedOfCart(db: Db, cart: OrderedCart, at: Date): Promise<number[]> {
  return readUnplacedOfCarts(db, await cartsOf(db, cart), at);
}

/** The order with the client's id, if it was sent before, and the orders as `pendingOfCart`. */
export async function sentAndPending(
  { db, now }: Pick<Orders, 'db' | 'now'>,
  orderId: string,
  cart: OrderedCart,
): ReturnType<typeof findSentAndPending> {
  return findSentAndPending(db, { orderId, cartIds: await cartsOf(db, cart), at: now() });
}
