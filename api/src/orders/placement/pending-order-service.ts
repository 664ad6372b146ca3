import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { paymentsOnWire, totalsOnWire } from '../../cart/cart-response.ts';
import { cartFamily, getCart, holdCart, holdCartNow, removeOrdered } from '../../cart/cart-service.ts';
import { sellingView } from '../../cart/records/cart-context.ts';
import { announceChange } from '../../catalogue/documents/catalogue-events.ts';
import type { Db } from '../../db.ts';
import { publishOrder } from '../../platform/diagnostics/diagnostics-channels.ts';
import { fingerprintOf } from '../../platform/http/request-fingerprint.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { giveUsesBack, recountUse } from '../../promotions/promotion-service.ts';
import { deductStock, returnStock } from '../../stock/stock-service.ts';
import type { OrderedCart, Orders, Sender } from '../records/order-context.ts';
import { confirm } from '../records/order-mail.ts';
import { isForgotten } from '../records/order-retention-service.ts';
import { release } from '../records/order-service.ts';
import { findOrderById, updateState } from '../records/order-store.ts';
import {
  addMoney,
  extendHold,
  findPayable,
  findPayableNumbered,
  findPayableSent,
  type HeldOrder,
  isReplaced,
  lockOrderById,
  markStockTaken,
  markUsesTaken,
  readLapsed,
  readPayables,
  readPendingOfCarts,
  readReturned,
  updatePayment,
} from '../records/pending-order-store.ts';
import { createOrder, orRefuseCode } from './order-checkout-service.ts';
import { checkPayment, meaningOf } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';

export type { HeldOrder } from '../records/pending-order-store.ts';

/** The fingerprint of a pending order without its payment method, which may change between attempts. */
export function pendingFingerprint(sent: Sent): string {
  const { products, information } = meaningOf(sent);
  const { payment_method_code: _, payment_method_additional: __, ...rest } = information;
  return fingerprintOf({ pending: true, products, information: rest });
}

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
 * @throws Problem as `placeOrder`; PostgreSQL's 23505 if the id was used a moment earlier
 */
export async function holdOrder(
  orders: Orders,
  sender: Sender,
  sent: Sent & { order_id: string },
  heldUntil: Date,
  begin: (trx: Db, pending: Pending) => Promise<void>,
): Promise<void> {
  const { shopper, cartToken } = sender;
  const foundCart = await getCart(orders.carts, cartToken, shopper);
  const details = readDetails(sent, shopper.customer?.email);
  await orders.abandonPending(foundCart.cart);
  const cartTokenHash = hashOf(cartToken!);
  const money = await orders.db
    .transaction()
    .execute(async (trx) => {
      const held = await holdCart(trx, foundCart.cart.id);
      if (!held) throw new Problem('cart_not_found');
      const fingerprint = pendingFingerprint(sent);
      const taking = { sender, sent, details, cartTokenHash, fingerprint, heldUntil };
      const { id, order, worked } = await createOrder(
        { ...orders, db: trx },
        { ...taking, orderId: sent.order_id.toLowerCase(), state: 'pending_payment' },
        held,
      );
      const { catalogue } = sellingView(orders.carts, held.cart, shopper);
      const { grand_total_cents: amount_cents, currency } = order.order;
      await begin(trx, { id, amount_cents, currency, totals: totalsOnWire(worked, catalogue) });
      return order.order;
    })
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, foundCart.cart, error));
  publishOrder('pending_payment', money);
}

/** Locks an order. It is the first step of every payment operation. */
export const holdPending = (db: Db, id: number): Promise<HeldOrder | undefined> => lockOrderById(db, id);

/**
 * Changes the payment method of a pending order.
 * @throws Problem payment_method_unknown
 */
export async function payOtherwise({ carts }: Orders, db: Db, order: HeldOrder, code: string): Promise<void> {
  const { grand_total_cents: grand_total, currency, shipping_address } = order;
  const offers = paymentsOnWire(
    { virtual: shipping_address === null, totals: { grand_total }, currency },
    carts.payments(),
  );
  const { title } = checkPayment(offers, code);
  if (order.payment_method !== code) await updatePayment(db, order.id, code, title);
}

/**
 * Places a paid order within the caller's transaction, which has locked it. It happens once, because the
 * state changes. An order that expired meanwhile takes its stock and codes again.
 * @param by `operator`, if an operator accepted the payment
 * @returns whether it is placed; false if its stock, codes or personal data are gone
 */
export async function placePaid(
  orders: Pick<Orders, 'viewUrls'>,
  trx: Db,
  order: HeldOrder,
  at: Date,
  by: 'payment' | 'operator' = 'payment',
): Promise<boolean> {
  if (isForgotten(order)) return false;
  if (order.state === 'expired' && !(await retakeReturned(trx, order))) return false;
  await updateState(trx, order.id, { state: 'placed', note: '', actor: by, occurred_at: at });
  const stored = (await findOrderById(trx, order.id))!;
  const lines = stored.lines.map(({ sku, product_option, qty }) => ({
    line_key: lineKey({ sku, product_option: product_option as ProductOption }),
    qty,
  }));
  await removeOrdered(trx, order.cart_id, lines, at);
  await confirm(trx, orders.viewUrls, stored.order.number, stored);
  return true;
}

/** Takes the stock and codes that were returned when the order expired, all or nothing. */
async function retakeReturned(db: Db, { id, fulfilment_store }: HeldOrder): Promise<boolean> {
  const { units, codes } = await readReturned(db, id);
  const used: string[] = [];
  for (const code of codes.toSorted()) if (await recountUse(db, code)) used.push(code);
  const { deducted: taken, missing } = await deductStock(db, fulfilment_store || undefined, units);
  if (missing.length > 0 || used.length < codes.length) {
    await giveUsesBack(db, used);
    await returnStock(db, taken);
    return false;
  }
  await markStockTaken(db, id, taken);
  await markUsesTaken(db, id);
  await announceChange(
    db,
    taken.map(({ product_id }) => product_id),
  );
  return true;
}

/**
 * Ends an unpaid order and returns its stock and the uses of its codes.
 * @returns the products
 */
export async function endUnpaid(
  trx: Db,
  order: HeldOrder,
  { note, by, at }: { note: string; by: string; at: Date },
): Promise<number[]> {
  await updateState(trx, order.id, { state: 'expired', note, actor: by, occurred_at: at });
  return release(trx, order.id, at);
}

/** An order by the client's own id, for its payment. */
export const findSentPayable = (db: Db, orderId: string) => findPayableSent(db, orderId);

/** An order for its payment. */
export const findPayableOrder = (db: Db, id: number) => findPayable(db, id);

/** Several orders for their payments. */
export const payableOrders = readPayables;

/** An order by its number, for operators. */
export const findPayableByNumber = findPayableNumbered;

/**
 * Whether the cart was bought with another order since. The cart is locked first, so a concurrent order of
 * it finishes before, and no other starts until the caller is done.
 */
export async function isOrderReplaced(db: Db, order: HeldOrder): Promise<boolean> {
  const now = await holdCartNow(db, order.cart_id);
  return isReplaced(db, order.id, [order.cart_id, now]);
}

/** Books captured and refunded amounts, in cents. */
export const bookMoney = addMoney;

/** Extends the time for which the stock of an order is held, because its shopper goes to a provider. */
export const holdLonger = extendHold;

/** Orders whose hold has expired. */
export const lapsedOrders = readLapsed;

/** The pending orders of a cart, and of the carts merged into it at login. */
export async function pendingOfCart(db: Db, cart: OrderedCart): Promise<number[]> {
  return readPendingOfCarts(db, cart.customer_id === null ? [cart.id] : await cartFamily(db, cart.id));
}
