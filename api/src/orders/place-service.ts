import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { shop } from '@fynbos/core/shop.ts';
import { hashOf } from '../accounts/token.ts';
import { getCart, holdCart, useCartUp } from '../cart/cart-service.ts';
import type { Carts, Person, Shopper } from '../cart/carts.ts';
import { paymentsOnWire } from '../cart/wire.ts';
import { type WorkedCart, workOut } from '../cart/worked-cart.ts';
import { announceChange } from '../catalogue/announce.ts';
import type { Db } from '../db.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { bucketKey, take } from '../limits/rate-limit.ts';
import { queueMail } from '../mail/service.ts';
import { mailLocale } from '../mail/words.ts';
import { useCoupon } from '../promotions/service.ts';
import { takeStock } from '../stock/service.ts';
import { newOrder } from './new-order.ts';
import { checkDelivery, checkPayment, meaningOf, shippingOf } from './order-checks.ts';
import { type OrderDetails, readDetails, type Sent } from './order-details.ts';
import { orderedOf, orderLink } from './order-mail.ts';
import {
  compareWithSent,
  type OrderableLine,
  orderableLines,
  refuseMissing,
  refuseTotal,
} from './ordered-lines.ts';
import type { Orders, Sender } from './orders.ts';
import { retried } from './retried.ts';
import { findSentOrder, insertOrder, type SentBefore } from './store.ts';

/** What is told of an order that was placed. */
export interface Placed {
  id: number;
  number: string;
  placedAt: Date;
}

/** An order that is being placed: for whom, of which cart, to where. */
interface Placing {
  orderId: string;
  fingerprint: string;
  cartTokenHash: Buffer;
  sender: Sender;
  sent: Sent;
  details: OrderDetails;
}

/**
 * Places the order of a cart, all of it or nothing, in one transaction: prices, promotions, tax and delivery are
 * worked out again, coupons counted, the shelves' pieces taken, the order written, the cart used up, the mail
 * queued (decisions 5, 6, 23, 24). An id that was accepted answers as it did, whenever it is sent again.
 *
 * @throws Problem cart_not_found, order_empty, order_address_invalid, order_lines_unavailable,
 * shipping_method_unknown, payment_method_unknown, total_changed, idempotency_conflict
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
  const placing = { orderId, fingerprint, cartTokenHash: hashOf(cartToken!), sender, sent, details };
  return retried(() =>
    orders.db.transaction().execute((trx) => place({ ...orders, db: trx }, placing, found.cart.id)),
  ).catch(async (error: unknown) => {
    // What counting codes changed is undone by now: what is said next is what will hold.
    if (error instanceof CodeUsedUp)
      refuseTotal(await workOut(orders.carts, error.shopper, error.cart), error.shopper.view.catalogue);
    // The same id with another cart, at the same instant.
    const raced = isTaken(error) ? await findSentOrder(orders.db, orderId) : undefined;
    if (raced) return again(raced, fingerprint, sender);
    throw error;
  });
}

/** Anybody may write any address into an order, and it is written to: nobody is flooded that way (T21). */
const perMailbox = { burst: 30, perHour: 10 };

function limitMailbox({ db, now }: Orders, email: string): Promise<void> {
  return take(db, bucketKey('order-mailbox', mailboxOf(email)), perMailbox, now());
}

type HeldCart = Parameters<typeof workOut>[2];

/** A code was used up, by everybody or by this person, while the order was on its way. */
class CodeUsedUp extends Error {
  readonly shopper: Shopper;
  readonly cart: HeldCart;

  constructor(shopper: Shopper, cart: HeldCart) {
    super('a code of the cart was used up');
    this.shopper = shopper;
    this.cart = cart;
  }
}

/** What PostgreSQL says when something is there already that may be there once. */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/**
 * Answers an order that was sent before: to whoever shows the cart's token or is its customer, and means the same.
 *
 * @throws Problem cart_not_found, idempotency_conflict
 */
function again(before: SentBefore, fingerprint: string, { shopper, cartToken }: Sender): Placed {
  const isOwn = before.customer_id !== null && before.customer_id === shopper.customer?.id;
  const isShown = cartToken !== undefined && hashOf(cartToken).equals(before.cart_token_hash);
  if (before.customer_id !== null ? !isOwn : !isShown) throw new Problem('cart_not_found');
  if (before.fingerprint.toString('hex') !== fingerprint) throw new Problem('idempotency_conflict');
  return { id: before.id, number: before.number, placedAt: before.placed_at };
}

async function place(orders: Orders, placing: Placing, cartId: number): Promise<Placed> {
  const { carts, db, now } = orders;
  const { sender, sent, orderId, fingerprint, details } = placing;
  const held = await holdCart(db, cartId);
  if (!held) {
    // Used up, perhaps by this very order, sent a moment earlier.
    const before = await findSentOrder(db, orderId);
    if (before) return again(before, fingerprint, sender);
    throw new Problem('cart_not_found');
  }

  const view = carts.views.find((one) => one.code === held.cart.store_code) ?? sender.shopper.view;
  const shopper = { ...sender.shopper, view, guestEmail: details.email };
  const inside = { ...carts, db };
  const cart = { ...held, cart: { ...held.cart, shipping: shippingOf(details) } };
  const worked = await workOut(inside, shopper, cart);
  const lines = orderableLines(worked);
  checkDelivery(worked, details);
  const payment = checkPayment(paymentsOnWire(worked), details.payment);
  compareWithSent(worked, sent, view.catalogue);
  if (!(await countCoupons(inside, worked, { customerId: shopper.customer?.id, email: details.email })))
    throw new CodeUsedUp(shopper, cart);
  const taken = await takePieces(db, shopper.store, lines);

  const at = now();
  const order = newOrder({
    ...{ orderId, fingerprint, cartTokenHash: placing.cartTokenHash, worked, lines, details, payment, taken },
    ...{
      shopper,
      locale: mailLocale(shopper.customer?.locale ?? sent.locale ?? shop.defaultLocale),
      now: at,
    },
    state: 'placed',
  });
  const { id, number } = await insertOrder(db, order);
  await useCartUp(db, cartId, at);
  if (!shopper.customer) await limitMailbox(orders, details.email);
  await queueMail(db, {
    template: 'orderConfirmation',
    to: details.email,
    locale: order.order.locale,
    values: { number, link: orderLink(orders.shopUrl, { number, customer_id: order.order.customer_id }) },
    order: orderedOf(number, order),
  });
  await announceChange(
    db,
    taken.map(({ product_id }) => product_id),
  );
  return { id, number, placedAt: at };
}

/** Counts the uses of the codes that hold. @returns whether each had one left, for this person too */
async function countCoupons(
  { db, pastOrders }: Carts,
  { coupon, voucher }: WorkedCart,
  person: Person,
): Promise<boolean> {
  // In one order everywhere, so that nobody waits in a circle.
  const used = [coupon, voucher].flatMap((one) => one ?? []).toSorted((a, b) => (a.code < b.code ? -1 : 1));
  for (const one of used) {
    if (!(await useCoupon(db, one, person.email))) return false;
    // Asked again now that nobody else can use it at the same time.
    const past = await pastOrders(db, person, one.code);
    if (one.most_uses_each !== null && past.uses >= one.most_uses_each) return false;
    if (one.first_order && past.orders > 0) return false;
  }
  return true;
}

/** Takes what the lines need from the shelves. */
async function takePieces(db: Db, store: string | undefined, lines: readonly OrderableLine[]) {
  const pieces = lines.flatMap(({ row, facts }) =>
    facts.pieces.map(({ id, qty }) => ({ product_id: id, qty: qty * row.qty })),
  );
  const { taken, missing } = await takeStock(db, store, pieces);
  if (missing.length > 0) refuseMissing(lines, missing);
  return taken;
}
