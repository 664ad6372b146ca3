import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { openCart } from '../../cart/components/cart-loader.ts';
import { restCart } from '../../cart/state/cart-order-status.ts';
import { currentDraft, dropDraft } from '../../checkout/state/checkout-draft.ts';
import { type CurrentPayment, currentPayment, storePayment } from '../../checkout/state/current-payment.ts';
import { dropClaim } from '../../lists/claims.ts';
import { announce } from '../../platform/analytics/shop-events.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { readHash } from '../../platform/session/cart-token.ts';
import type { PaymentState } from './payment-outcome.ts';

/** Sets aside a cart that may have been paid for until the outcome is known. */
export function waitHere(): void {
  restCart(currentPayment()?.cartToken);
}

/**
 * Clears the browser state of a paid order, as after any order (spec commerce 4 «Order placement»). The shop has
 * removed the ordered lines from the cart; lines added since then stay.
 */
export async function settleHere(state: PaymentState): Promise<void> {
  const payment = currentPayment();
  if (!payment || !(await isOf(payment, state))) return restCart(undefined);
  const { order, cartToken, cartHash, customer, coupon } = payment;
  if (coupon) dropClaim(coupon);
  announce({ kind: 'ordered', id: order, number: state.orderNumber ?? '' });
  if (currentDraft().pending?.order === order) dropDraft();
  const { cartActions } = await openCart();
  if (readHash() === cartHash) await cartActions.forget({ token: cartToken, customer });
  restCart(undefined);
  if (await cartActions.refreshAfterPayment(cartToken)) storePayment(undefined);
}

/** Also true when an earlier attempt to pay the same order succeeded. */
async function isOf({ reference, order, code, cartToken }: CurrentPayment, state: PaymentState) {
  if (reference === state.checkoutReference) return true;
  const options = { params: { provider: code }, query: { ref: order }, cartToken };
  const { result } = await callAsShopper(paymentStatus, options);
  return result.isOrdered && result.orderNumber === state.orderNumber;
}

/**
 * The payment failed. It is marked as over, so the shopper is not invited to continue it. The cart stays
 * unchanged.
 */
export function endHere({ checkoutReference }: PaymentState): void {
  restCart(undefined);
  const payment = currentPayment();
  if (payment?.reference === checkoutReference && !payment.isOver) storePayment({ ...payment, isOver: true });
}
