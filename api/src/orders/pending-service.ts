import { Problem } from '@fynbos/core/problem.ts';
import { hashOf } from '../accounts/token.ts';
import { getCart } from '../cart/cart-service.ts';
import { paymentsOnWire, totalsOnWire } from '../cart/wire.ts';
import { workOut } from '../cart/worked-cart.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { checkDelivery, checkPayment, meaningOf, shippingOf } from './order-checks.ts';
import { readDetails, type Sent } from './order-details.ts';
import { compareWithSent, orderableLines } from './ordered-lines.ts';
import type { Orders, Sender } from './orders.ts';
import { findPendingOrder, insertPendingOrder, type PendingRow } from './store.ts';

/** A cart that waits to be paid, as it was when it was handed over. */
export interface Attempt {
  reference: string;
  amount_cents: number;
  currency: string;
  totals: ReturnType<typeof totalsOnWire>;
}

/**
 * Freezes a cart's lines and total into a payment attempt, before the shopper is handed over to a provider
 * (decision 6). A reference that was accepted answers as it did.
 *
 * @throws Problem as `placeOrder`
 */
export async function savePendingOrder(
  { db, carts, now }: Orders,
  sender: Sender,
  sent: Sent & { checkoutReference: string },
): Promise<Attempt> {
  const reference = sent.checkoutReference.toLowerCase();
  const fingerprint = fingerprintOf(meaningOf(sent));
  const before = await findPendingOrder(db, reference);
  if (before) return again(before, fingerprint, sender);
  const { shopper, cartToken } = sender;
  const { cart, lines } = await getCart(carts, cartToken, shopper);
  const details = readDetails(sent, shopper.customer?.email);
  const view = carts.views.find((one) => one.code === cart.store_code) ?? shopper.view;
  const kept = { cart: { ...cart, shipping: shippingOf(details) }, lines };
  const worked = await workOut(carts, { ...shopper, view, guestEmail: details.email }, kept);
  orderableLines(worked);
  checkDelivery(worked, details);
  checkPayment(paymentsOnWire(worked), details.payment);
  compareWithSent(worked, sent, view.catalogue);
  const totals = totalsOnWire(worked, view.catalogue);
  const attempt = {
    reference,
    totals,
    amount_cents: worked.totals.grand_total,
    currency: view.catalogue.view.currency,
  };
  const isNew = await insertPendingOrder(db, {
    ...attempt,
    fingerprint: Buffer.from(fingerprint, 'hex'),
    cart_id: cart.id,
    cart_version: cart.version,
    cart_token_hash: hashOf(cartToken!),
    payment_method: details.payment,
    customer_id: shopper.customer?.id ?? null,
    body: { products: sent.products, details },
    created_at: now(),
  });
  if (isNew) return attempt;
  return again((await findPendingOrder(db, reference))!, fingerprint, sender);
}

function again(before: PendingRow, fingerprint: string, { cartToken }: Sender): Attempt {
  const isShown = cartToken !== undefined && hashOf(cartToken).equals(before.cart_token_hash);
  if (!isShown) throw new Problem('cart_not_found');
  if (before.fingerprint.toString('hex') !== fingerprint) throw new Problem('idempotency_conflict');
  const { reference, amount_cents, currency } = before;
  return { reference, amount_cents, currency, totals: before.totals as Attempt['totals'] };
}
