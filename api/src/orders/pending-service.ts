import { lineKey } from '@fynbos/core/cart/line.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { hashOf } from '../accounts/token.ts';
import { cartFamily, getCart, holdCart, holdCartNow, takeOrdered } from '../cart/cart-service.ts';
import { sellingView } from '../cart/carts.ts';
import { paymentsOnWire, totalsOnWire } from '../cart/wire.ts';
import { announceChange } from '../catalogue/announce.ts';
import type { Db } from '../db.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { tellOrder } from '../operation/steps.ts';
import { giveUsesBack, useCouponAgain } from '../promotions/service.ts';
import { returnStock, takeStock } from '../stock/service.ts';
import { isForgotten } from './keeping-service.ts';
import { checkPayment, meaningOf } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { confirm } from './order-mail.ts';
import { release } from './order-service.ts';
import type { OrderedCart, Orders, Sender } from './orders.ts';
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
} from './pending-store.ts';
import { findOrderById, updateState } from './store.ts';
import { orRefuseCode, takeOrder } from './take-service.ts';

export type { HeldOrder } from './pending-store.ts';

/** What a pending order means, whichever way it is paid: the way may change from one attempt to the next. */
export function pendingFingerprint(sent: Sent): string {
  const { products, information } = meaningOf(sent);
  const { payment_method_code: _, payment_method_additional: __, ...rest } = information;
  return fingerprintOf({ pending: true, products, information: rest });
}

/** An order that waits to be paid, as it was frozen. */
export interface Pending {
  id: number;
  amount_cents: number;
  currency: string;
  totals: ReturnType<typeof totalsOnWire>;
}

/**
 * Writes an order down before its shopper is handed over to a provider (decision 6): lines, total and addresses are
 * frozen, its pieces are held until the date. The cart stays as it is: nothing is bought yet.
 *
 * @param begin what else is done in the same transaction
 * @throws Problem as `placeOrder`; PostgreSQL's 23505 where the id was taken a moment earlier
 */
export async function holdOrder(
  orders: Orders,
  sender: Sender,
  sent: Sent & { order_id: string },
  heldUntil: Date,
  begin: (trx: Db, pending: Pending) => Promise<void>,
): Promise<void> {
  const { shopper, cartToken } = sender;
  const found = await getCart(orders.carts, cartToken, shopper);
  const details = readDetails(sent, shopper.customer?.email);
  await orders.giveUp(found.cart);
  const cartTokenHash = hashOf(cartToken!);
  const money = await orders.db
    .transaction()
    .execute(async (trx) => {
      const held = await holdCart(trx, found.cart.id);
      if (!held) throw new Problem('cart_not_found');
      const fingerprint = pendingFingerprint(sent);
      const taking = { sender, sent, details, cartTokenHash, fingerprint, heldUntil };
      const { id, order, worked } = await takeOrder(
        { ...orders, db: trx },
        { ...taking, orderId: sent.order_id.toLowerCase(), state: 'pending_payment' },
        held,
      );
      const { catalogue } = sellingView(orders.carts, held.cart, shopper);
      const { grand_total_cents: amount_cents, currency } = order.order;
      await begin(trx, { id, amount_cents, currency, totals: totalsOnWire(worked, catalogue) });
      return order.order;
    })
    .catch((error: unknown) => orRefuseCode(orders.carts, sender, found.cart, error));
  tellOrder('pending_payment', money);
}

/** Waits until nobody else changes an order, then holds it; the first thing anybody does who pays for one. */
export const holdPending = (db: Db, id: number): Promise<HeldOrder | undefined> => lockOrderById(db, id);

/** Lets an order that waits be paid in another way. @throws Problem payment_method_unknown */
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
 * Places an order whose money is there, within the caller's transaction that holds it: once, since its state moves on.
 * One that expired meanwhile takes its pieces and codes again.
 *
 * @param by `operator`, where a person let it pass
 * @returns whether it is placed; false when something of it is gone, be it only whose it was
 */
export async function placePaid(
  orders: Pick<Orders, 'viewUrls'>,
  trx: Db,
  order: HeldOrder,
  at: Date,
  by: 'payment' | 'operator' = 'payment',
): Promise<boolean> {
  if (isForgotten(order)) return false;
  if (order.state === 'expired' && !(await takeAgain(trx, order))) return false;
  await updateState(trx, order.id, { state: 'placed', note: '', actor: by, occurred_at: at });
  const kept = (await findOrderById(trx, order.id))!;
  const lines = kept.lines.map(({ sku, product_option, qty }) => ({
    line_key: lineKey({ sku, product_option: product_option as ProductOption }),
    qty,
  }));
  await takeOrdered(trx, order.cart_id, lines, at);
  await confirm(trx, orders.viewUrls, kept.order.number, kept);
  return true;
}

/** Takes from the shelves what was put back when the order expired, all of it or nothing. */
async function takeAgain(db: Db, { id, fulfilment_store }: HeldOrder): Promise<boolean> {
  const { pieces, codes } = await readReturned(db, id);
  const used: string[] = [];
  for (const code of codes.toSorted()) if (await useCouponAgain(db, code)) used.push(code);
  const { taken, missing } = await takeStock(db, fulfilment_store || undefined, pieces);
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

/** Ends an order that was not paid: its pieces go back on the shelves, the uses of its codes too. @returns the products */
export async function endUnpaid(
  trx: Db,
  order: HeldOrder,
  { note, by, at }: { note: string; by: string; at: Date },
): Promise<number[]> {
  await updateState(trx, order.id, { state: 'expired', note, actor: by, occurred_at: at });
  return release(trx, order.id, at);
}

/** An order by the client's own id, for who pays it. */
export const findSentPayable = (db: Db, orderId: string) => findPayableSent(db, orderId);

/** An order for who pays it. */
export const findPayableOrder = (db: Db, id: number) => findPayable(db, id);

/** The same of many. */
export const payableOrders = readPayables;

/** By its number, as an operator says it. */
export const findPayableByNumber = findPayableNumbered;

/**
 * Whether the cart was bought with another order since, so that nobody waits for this one. The cart is held first: one
 * that is being ordered at this moment is waited for, and nobody orders it until the caller is done.
 */
export async function isOrderReplaced(db: Db, order: HeldOrder): Promise<boolean> {
  const now = await holdCartNow(db, order.cart_id);
  return isReplaced(db, order.id, [order.cart_id, now]);
}

/** Books what came in and what went back, in cents. */
export const bookMoney = addMoney;

/** Holds the pieces of an order for longer: its shopper goes to a provider. */
export const holdLonger = extendHold;

/** Orders whose pieces were held long enough. */
export const lapsedOrders = readLapsed;

/** The orders that wait to be paid of a cart, and of those that went into it at login. */
export async function pendingOfCart(db: Db, cart: OrderedCart): Promise<number[]> {
  return readPendingOfCarts(db, cart.customer_id === null ? [cart.id] : await cartFamily(db, cart.id));
}
