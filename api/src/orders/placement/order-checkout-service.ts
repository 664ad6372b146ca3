import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import type { Coupon } from '@fynbos/core/promotions/coupon.ts';
import { shop } from '@fynbos/core/shop.ts';
import { type WorkedCart, workOut } from '../../cart/calculated-cart.ts';
import { limitPersonalCouponCode } from '../../cart/cart-coupon-service.ts';
import { paymentsOnWire } from '../../cart/cart-response.ts';
import type { StoredCart } from '../../cart/cart-service.ts';
import { type Carts, type CouponHolder, type Shopper, viewOfCart } from '../../cart/records/cart-context.ts';
import type { Db } from '../../db.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import { useCoupon, voucherBalance } from '../../promotions/promotion-service.ts';
import { deductStock } from '../../stock/stock-service.ts';
import type { OrderSender, Orders } from '../records/order-context.ts';
import { insertOrder, type NewOrder } from '../records/order-store.ts';
import { newOrder } from './new-order.ts';
import { checkDelivery, checkPayment, shippingOf } from './order-checks.ts';
import type { OrderDetails, Sent } from './order-details.ts';
import {
  compareWithSent,
  type OrderableLine,
  orderableLines,
  refuseMissing,
  refuseTotal,
} from './order-lines.ts';
import { clientKeyOf } from './unpaid-limits-service.ts';

/** An order to be created: its shopper, its cart and its addresses. */
export interface OrderToPlace {
  orderId: string;
  fingerprint: string;
  cartTokenHash: Buffer;
  sender: OrderSender;
  sent: Sent;
  details: OrderDetails;
  /** `pending_payment` holds the stock until `heldUntil`. */
  state: 'placed' | 'pending_payment';
  heldUntil?: Date;
}

/** The products whose stock an order took. */
export const productsOf = ({ stock }: NewOrder): number[] => stock.map(({ product_id }) => product_id);

export interface CreatedOrder {
  id: number;
  number: string;
  order: NewOrder;
  worked: WorkedCart;
}

/**
 * Creates the order of a locked cart, within the caller's transaction. Recalculates prices, promotions, tax
 * and delivery, counts coupon uses, deducts the stock and writes the order (spec D5, D6, D23, D24). The caller
 * announces the order after the commit.
 * @throws Problem order_empty, order_lines_unavailable, shipping_method_unknown, payment_method_unknown,
 * total_changed; CodeUsedUp, which `orRefuseCode` turns into a refusal after the rollback
 */
export async function createOrder(
  orders: Orders,
  taking: OrderToPlace,
  held: StoredCart,
): Promise<CreatedOrder> {
  const { carts, db, now } = orders;
  const { sender, sent, details } = taking;
  const view = viewOfCart(carts, held.cart, sender.shopper);
  const shopper = { ...sender.shopper, view, guestEmail: details.email };
  const inside = { ...carts, db };
  const cart = { ...held, cart: { ...held.cart, shipping: shippingOf(details) } };
  const worked = await workOut(inside, shopper, cart);
  const lines = orderableLines(worked);
  checkDelivery(worked, details);
  // Before the payment: with another total, other methods are offered.
  compareWithSent(worked, sent, view.catalogue);
  // An online payment method needs a pending order; an offline method places the order at once.
  const methods = paymentsOnWire(worked, carts.payments()).filter(
    ({ offline }) => offline === (taking.state === 'placed'),
  );
  const payment = checkPayment(methods, details.payment);
  if (!(await countCoupons(inside, worked, { customerId: shopper.customer?.id, email: details.email })))
    throw new CodeUsedUp(shopper, cart);
  const store = worked.shipping?.store?.code ?? shopper.store;
  const deducted = await deductUnits(db, store, lines);
  const { orderId, fingerprint, cartTokenHash, state, heldUntil } = taking;
  const locale = mailLocale(shopper.customer?.locale ?? sent.locale ?? shop.defaultLocale);
  const order = newOrder({
    ...{ orderId, fingerprint, cartTokenHash, state, heldUntil: heldUntil ?? null },
    voucherBalance: await balanceAfter(db, worked),
    clientKey: state === 'pending_payment' ? clientKeyOf(sender.ip) : '',
    ...{
      worked,
      lines,
      details,
      payment,
      taken: deducted,
      shopper: { ...shopper, store },
      locale,
      now: now(),
    },
  });
  const { id, number } = await insertOrder(db, order);
  return { id, number, order, worked };
}

/** A code reached its limit, in total or for this person, while the order was being created. */
class CodeUsedUp extends Error {
  readonly shopper: Shopper;
  readonly cart: StoredCart;

  constructor(shopper: Shopper, cart: StoredCart) {
    super('a code of the cart reached its limit');
    this.shopper = shopper;
    this.cart = cart;
  }
}

/**
 * Refusals that depend on the order total, and so reveal whether a code of the cart is valid for this
 * person.
 */
const couponRevealingProblems: readonly ProblemCode[] = [
  'total_changed',
  'shipping_method_unknown',
  'payment_method_unknown',
  'too_many_attempts',
];

/**
 * Refuses an order after the rollback, with totals that no longer include the codes it counted. Refusals
 * that could reveal a fact about an address that the shopper has not proven are rate limited (T6).
 * @throws Problem total_changed, too_many_attempts, or the original error
 */
export async function orRefuseCode(
  carts: Carts,
  { shopper, ip }: OrderSender,
  cart: StoredCart['cart'],
  error: unknown,
): Promise<never> {
  const revealsCoupon =
    error instanceof CodeUsedUp || (error instanceof Problem && couponRevealingProblems.includes(error.code));
  if (revealsCoupon && !shopper.customer?.provenEmail) await limitPersonalCouponCode(carts, cart, ip);
  if (!(error instanceof CodeUsedUp)) throw error;
  return refuseTotal(await workOut(carts, error.shopper, error.cart), error.shopper.view.catalogue);
}

/** What an order leaves on its voucher, whose row is locked; null without one. */
async function balanceAfter(db: Db, { voucher, totals }: WorkedCart): Promise<number | null> {
  if (!voucher || voucher.balance === null) return null;
  return (await voucherBalance(db, voucher.code)) - totals.voucher;
}

/**
 * Counts a use of each valid code.
 * @returns whether each code had a use left, for this person too, and balance for what it pays
 */
async function countCoupons(
  { db, pastOrders }: Carts,
  { coupon, voucher, totals }: WorkedCart,
  person: CouponHolder & { email: string },
): Promise<boolean> {
  // A fixed lock order prevents deadlocks.
  const used = [coupon, voucher]
    .flatMap((applied) => applied ?? [])
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  for (const usedCode of used) {
    const cents = usedCode.balance === null ? 0 : totals.voucher;
    if (!(await useCoupon(db, usedCode, { email: person.email, cents }))) return false;
    // Checked a second time, because the row is locked now.
    if (!(await hasUseLeft({ db, pastOrders }, usedCode, person))) return false;
  }
  return true;
}

/** Whether a person may use a code once more. */
export async function hasUseLeft(
  { db, pastOrders }: Pick<Carts, 'db' | 'pastOrders'>,
  { code, max_uses_per_customer, first_order }: Coupon,
  person: CouponHolder,
): Promise<boolean> {
  if (max_uses_per_customer === null && !first_order) return true;
  const past = await pastOrders(db, person, code);
  if (max_uses_per_customer !== null && past.uses >= max_uses_per_customer) return false;
  return !first_order || past.orders === 0;
}

/** Deducts the stock that the order lines need. */
async function deductUnits(db: Db, store: string | undefined, lines: readonly OrderableLine[]) {
  const units = lines.flatMap(({ row, facts }) =>
    facts.units.map(({ id, qty }) => ({ product_id: id, qty: qty * row.qty })),
  );
  const { deducted, missing } = await deductStock(db, store, units);
  if (missing.length > 0) refuseMissing(lines, missing);
  return deducted;
}
