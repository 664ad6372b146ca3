import { decimalToCents } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { loadCart } from '../../cart/components/cart-loader.ts';
import { currentDraft } from '../../checkout/state/checkout-draft.ts';
import { currentPayment, findStartedPayment } from '../../checkout/state/current-payment.ts';
import { paymentPageOf, requestRedirect } from '../../checkout/state/payment-redirect.ts';
import { checkoutPath } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { PaymentState } from './payment-outcome.ts';

/**
 * Continues an open payment, or the one that its order waits for. If the payment is over, starts another
 * payment of the same order.
 * @returns the address to go to
 */
export async function continuePayment(state: PaymentState, locale: Locale): Promise<string> {
  const { checkoutReference: reference, paymentCode: code } = state.awaited ?? state;
  const { amount } = state;
  if (!isProviderCode(code)) return checkoutPath;
  const cartToken = findStartedPayment(reference)?.cartToken;
  try {
    return paymentPageOf(await requestRedirect({ reference, code, amount, cartToken }), code);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_over') throw error;
    return retryOrderPayment(state, locale);
  }
}

/**
 * Starts another payment of the same order with the same method, from the cart the order was made of.
 * @returns the address to go to; the checkout when this browser does not know the order
 * @throws ApiProblem `total_changed` when the cart is empty or its total differs from the order's amount
 */
export async function retryOrderPayment(state: PaymentState, locale: Locale): Promise<string> {
  const { checkoutReference: reference, paymentCode: code, amount } = state;
  const payment = currentPayment();
  const knows = payment?.reference === reference && currentDraft().payment.payment !== undefined;
  if (!knows || !isProviderCode(code)) return checkoutPath;
  const { cart, cartActions } = await loadCart();
  await cartActions.confirm();
  const { retryPayment: startNewPayment } = await import('../../checkout/state/start-payment.lazy.ts');
  const { lines, totals } = cart.view();
  const isAsItWas = lines.length > 0 && totals.grandTotal === decimalToCents(amount);
  if (!isAsItWas) throw new ApiProblem('total_changed', { status: 409 });
  return startNewPayment({ order: payment.order, reference, code }, locale);
}
