import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { loadCart } from '../../cart/components/cart-loader.ts';
import { suspendCart } from '../../cart/state/cart-order-status.ts';
import { currentDraft, dropDraft } from '../../checkout/state/checkout-draft.ts';
import {
  type CurrentPayment,
  currentPayment,
  endPayment,
  findStartedPayment,
  leavePayment,
  storePayment,
} from '../../checkout/state/current-payment.ts';
import { dropClaim } from '../../lists/claims.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { readHash } from '../../platform/session/cart-token.ts';
import type { PaymentState } from './payment-outcome.ts';

/** Sets aside a cart that may have been paid for until the outcome is known. */
export function awaitOutcome(): void {
  suspendCart(currentPayment()?.cartToken);
}

/**
 * Clears the browser state of a paid order, as after any order (spec commerce 4 «Order placement»). The shop has
 * removed the ordered lines from the cart; lines added since then stay. The paid order may be an earlier one
 * than that of the current payment.
 */
export async function settlePayment(state: PaymentState): Promise<void> {
  const current = currentPayment();
  const isCurrent = current !== undefined && (await isOf(current, state));
  const payment = isCurrent ? current : findStartedPayment(state.checkoutReference);
  if (!payment || (payment.isOver && !isCurrent)) return suspendCart(undefined);
  const { order, cartToken, cartHash, customer, coupon } = payment;
  if (coupon) dropClaim(coupon);
  announceEvent({ kind: 'ordered', id: order, number: state.orderNumber ?? '' });
  if (currentDraft().pending?.order === order) dropDraft();
  const { cartActions } = await loadCart();
  if (readHash() === cartHash) await cartActions.forget({ token: cartToken, customer });
  suspendCart(undefined);
  if (!(await cartActions.refreshAfterPayment(cartToken))) return;
  endPayment(payment);
  if (isCurrent) storePayment(undefined);
  else if (current?.cartToken === cartToken && !(await fetchStatus(current)).canPay) leavePayment();
}

/** Also true when an earlier attempt to pay the same order succeeded. */
async function isOf(payment: CurrentPayment, { checkoutReference, orderNumber }: PaymentState) {
  if (payment.reference === checkoutReference) return true;
  const status = await fetchStatus(payment);
  return status.isOrdered && status.orderNumber === orderNumber;
}

/** The status of the order that a payment is for. */
async function fetchStatus({ order, code, cartToken }: CurrentPayment): Promise<PaymentState> {
  const options = { params: { provider: code }, query: { ref: order }, cartToken };
  return (await callAsShopper(paymentStatus, options)).result;
}

/**
 * The payment failed. It is marked as over, so the shopper is not invited to continue it. The cart stays
 * unchanged.
 */
export function concludePayment({ checkoutReference }: PaymentState): void {
  suspendCart(undefined);
  const payment = currentPayment();
  if (payment?.reference === checkoutReference && !payment.isOver) endPayment(payment);
}
