import { decimalToCents } from '@fynbos/core/money.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { ApiProblem } from '../api-problem.ts';
import { openCart } from '../cart/cart-door.ts';
import { currentPayment } from '../checkout/current-payment.ts';
import { currentDraft } from '../checkout/draft.ts';
import { askHandOff, wayTo } from '../checkout/hand-off.ts';
import { checkoutPath } from '../paths.ts';
import type { PaymentState } from './outcome.ts';

/** Goes on with a payment while it lives, and begins another of the same order when it is over. @returns where to */
export async function continuePayment(state: PaymentState, locale: Locale): Promise<string> {
  const { checkoutReference: reference, paymentCode: code, amount } = state;
  if (!isProviderCode(code)) return checkoutPath;
  const here = currentPayment();
  const cartToken = here?.reference === reference ? here.cartToken : undefined;
  try {
    return wayTo(await askHandOff({ reference, code, amount, cartToken }), code);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_over') throw error;
    return beginAgain(state, locale);
  }
}

/**
 * Another payment of the same order, the same way, from the cart it was made of. Throws `total_changed` where that is not
 * what it was. @returns where to; to the checkout, where this browser does not know the order
 */
export async function beginAgain(state: PaymentState, locale: Locale): Promise<string> {
  const { checkoutReference: reference, paymentCode: code, amount } = state;
  const here = currentPayment();
  const knows = here?.reference === reference && currentDraft().payment.payment !== undefined;
  if (!knows || !isProviderCode(code)) return checkoutPath;
  const actions = await openCart();
  await actions.confirm();
  const [{ cart }, { payAgain }] = await Promise.all([
    import('../cart/open-cart.ts'),
    import('../checkout/pay-online.ts'),
  ]);
  const { lines, totals } = cart.view();
  const isAsItWas = lines.length > 0 && totals.grandTotal === decimalToCents(amount);
  if (!isAsItWas) throw new ApiProblem('total_changed', { status: 409 });
  return payAgain({ order: here.order, reference, code }, locale);
}
