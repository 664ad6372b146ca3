import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import { shop } from '@fynbos/core/shop.ts';
import { type Carts, type Person, type Shopper, sellingView } from '../cart/carts.ts';
import { limitPersonalCode } from '../cart/coupon-service.ts';
import { paymentsOnWire } from '../cart/wire.ts';
import { type WorkedCart, workOut } from '../cart/worked-cart.ts';
import { announceChange } from '../catalogue/announce.ts';
import type { Db } from '../db.ts';
import { mailLocale } from '../mail/words.ts';
import { useCoupon } from '../promotions/service.ts';
import { takeStock } from '../stock/service.ts';
import { newOrder } from './new-order.ts';
import { checkDelivery, checkPayment, shippingOf } from './order-checks.ts';
import type { OrderDetails, Sent } from './order-details.ts';
import {
  compareWithSent,
  type OrderableLine,
  orderableLines,
  refuseMissing,
  refuseTotal,
} from './ordered-lines.ts';
import type { Orders, Sender } from './orders.ts';
import { insertOrder, type NewOrder } from './store.ts';

type HeldCart = Parameters<typeof workOut>[2];

/** An order that is being taken: for whom, of which cart, to where. */
export interface Taking {
  orderId: string;
  fingerprint: string;
  cartTokenHash: Buffer;
  sender: Sender;
  sent: Sent;
  details: OrderDetails;
  /** `pending_payment`: its pieces are held until then. */
  state: 'placed' | 'pending_payment';
  heldUntil?: Date;
}

export interface Taken {
  id: number;
  number: string;
  order: NewOrder;
  worked: WorkedCart;
}

/**
 * Takes the order of a cart that is held, within the caller's transaction: prices, promotions, tax and delivery are
 * worked out again, codes counted, the shelves' pieces taken, the order written (decisions 5, 6, 23, 24).
 *
 * @throws Problem order_empty, order_lines_unavailable, shipping_method_unknown, payment_method_unknown,
 * total_changed; CodeUsedUp, which `orRefuseCode` turns into a refusal once everything is undone
 */
export async function takeOrder(orders: Orders, taking: Taking, held: HeldCart): Promise<Taken> {
  const { carts, db, now } = orders;
  const { sender, sent, details } = taking;
  const view = sellingView(carts, held.cart, sender.shopper);
  const shopper = { ...sender.shopper, view, guestEmail: details.email };
  const inside = { ...carts, db };
  const cart = { ...held, cart: { ...held.cart, shipping: shippingOf(details) } };
  const worked = await workOut(inside, shopper, cart);
  const lines = orderableLines(worked);
  checkDelivery(worked, details);
  // What is paid online is placed by its money alone; what waits for money goes where there is some.
  const ways = paymentsOnWire(worked, carts.payments()).filter(
    ({ offline }) => offline === (taking.state === 'placed'),
  );
  const payment = checkPayment(ways, details.payment);
  compareWithSent(worked, sent, view.catalogue);
  if (!(await countCoupons(inside, worked, { customerId: shopper.customer?.id, email: details.email })))
    throw new CodeUsedUp(shopper, cart);
  const taken = await takePieces(db, shopper.store, lines);
  const { orderId, fingerprint, cartTokenHash, state, heldUntil } = taking;
  const locale = mailLocale(shopper.customer?.locale ?? sent.locale ?? shop.defaultLocale);
  const order = newOrder({
    ...{ orderId, fingerprint, cartTokenHash, state, heldUntil: heldUntil ?? null },
    ...{ worked, lines, details, payment, taken, shopper, locale, now: now() },
  });
  const { id, number } = await insertOrder(db, order);
  await announceChange(
    db,
    taken.map(({ product_id }) => product_id),
  );
  return { id, number, order, worked };
}

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

/** Refusals that turn on what an order comes to, and so on whether a code of its cart counts for this person. */
const telling: readonly ProblemCode[] = [
  'total_changed',
  'shipping_method_unknown',
  'payment_method_unknown',
  'too_many_attempts',
];

/**
 * What counting codes changed is undone by now: what is said next is what will hold. Whom a refusal may tell something
 * about an address that is only said to be theirs is counted (T6).
 *
 * @throws Problem total_changed, too_many_attempts, or what was thrown
 */
export async function orRefuseCode(
  carts: Carts,
  { shopper, ip }: Sender,
  cart: HeldCart['cart'],
  error: unknown,
): Promise<never> {
  const tells = error instanceof CodeUsedUp || (error instanceof Problem && telling.includes(error.code));
  if (tells && !shopper.customer) await limitPersonalCode(carts, cart, ip);
  if (!(error instanceof CodeUsedUp)) throw error;
  return refuseTotal(await workOut(carts, error.shopper, error.cart), error.shopper.view.catalogue);
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
    if (one.max_uses_per_customer === null && !one.first_order) continue;
    // Asked again now that nobody else can use it at the same time.
    const past = await pastOrders(db, person, one.code);
    if (one.max_uses_per_customer !== null && past.uses >= one.max_uses_per_customer) return false;
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
