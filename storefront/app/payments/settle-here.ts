import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { announce } from '../analytics/announce.ts';
import { openCart } from '../cart/cart-door.ts';
import { readHash } from '../cart/cart-keys.ts';
import { restCart } from '../cart/spent-carts.ts';
import { type CurrentPayment, currentPayment, keepPayment } from '../checkout/current-payment.ts';
import { currentDraft, dropDraft } from '../checkout/draft.ts';
import type { PaymentState } from './outcome.ts';

/** A cart that may have been paid for is left alone until that is known. */
export function waitHere(): void {
  restCart(currentPayment()?.cartToken);
}

/**
 * The order is paid: what this browser kept for it goes, as after an order (commerce 4 «Order placement»). The shop has taken
 * out of the cart what was ordered; what was put there meanwhile stays.
 */
export async function settleHere(state: PaymentState): Promise<void> {
  const payment = currentPayment();
  if (!payment || !(await isOf(payment, state))) return restCart(undefined);
  const { order, cartToken, cartHash, customer } = payment;
  announce({ kind: 'ordered', id: order, number: state.orderNumber ?? '' });
  if (currentDraft().pending?.order === order) dropDraft();
  const cart = await openCart();
  if (readHash() === cartHash) await cart.forget({ token: cartToken, customer });
  restCart(undefined);
  if (await cart.takePaid(cartToken)) keepPayment(undefined);
}

/** Also where an earlier attempt to pay the same order came through. */
async function isOf({ reference, order, code, cartToken }: CurrentPayment, state: PaymentState) {
  if (reference === state.checkoutReference) return true;
  const options = { params: { provider: code }, query: { ref: order }, cartToken };
  const { result } = await callAsShopper(paymentStatus, options);
  return result.isOrdered && result.orderNumber === state.orderNumber;
}

/** It came to nothing: nobody is asked to go on with it, and the cart stays as it is. */
export function endHere({ checkoutReference }: PaymentState): void {
  restCart(undefined);
  const payment = currentPayment();
  if (payment?.reference === checkoutReference && !payment.isOver) keepPayment({ ...payment, isOver: true });
}
