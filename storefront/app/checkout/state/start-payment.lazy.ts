import { isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { savePendingOrder } from '@fynbos/core/orders/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { cart, cartActions } from '../../cart/state/current-cart.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { readHash } from '../../platform/session/cart-token.ts';
import { changeDraft, currentDraft, type PendingPayment } from './checkout-draft.ts';
import { checkoutCart } from './checkout-totals.ts';
import { currentPayment, storePayment } from './current-payment.ts';
import { orderBody } from './order-request-body.ts';
import { attemptAfter, attemptFor } from './payment-attempt.ts';
import { paymentPathOf } from './payment-paths.ts';
import { paymentPageOf, requestRedirect } from './payment-redirect.ts';

const newId = () => crypto.randomUUID();

/**
 * Saves the order of this cart for payment and requests the provider page. Throws ApiProblem; no charge is
 * possible then, because the shopper was not redirected.
 * @returns the address of the provider page, or of the payment status page if it is already paid
 */
export async function payOnline(code: ProviderCode, locale: Locale): Promise<string> {
  const first = attemptFor(currentDraft().pending, code, newId);
  const attempts = [first];
  let attempt = first;
  for (;;) {
    try {
      return await begin(attempt, locale);
    } catch (error) {
      const refusal = error instanceof ApiProblem ? error.code : '';
      // The paid order may be the one started before this one.
      if (refusal === 'order_paid') return paymentPathOf(currentPayment()?.order ?? first.order);
      const next = attemptAfter(attempts, refusal, newId);
      if (!next) throw error;
      attempts.push(next);
      attempt = next;
    }
  }
}

/** Starts another payment attempt for the order saved last, after its previous attempt is over. */
export function retryPayment(pending: PendingPayment, locale: Locale): Promise<string> {
  changeDraft({ pending: { ...pending, reference: newId() } });
  return payOnline(pending.code, locale);
}

async function begin(pending: PendingPayment, locale: Locale): Promise<string> {
  const { order, reference, code } = pending;
  const { lines, totals } = checkoutCart(cart.view());
  const where = await cartActions.whose();
  const { token: cartToken, customer } = where;
  const draft = currentDraft();
  const meant = { ...draft, order, payment: { ...draft.payment, payment: code } };
  const body = orderBody(meant, { lines, totals, virtual: isVirtual(lines) }, where, locale);
  announceEvent({ kind: 'ordering', id: order, cart: { lines, totals }, body });
  // Stored before it is sent: an interrupted page continues with the same attempt.
  changeDraft({ pending });
  await callAsShopper(savePendingOrder, { body: { ...body, checkoutReference: reference }, cartToken });
  const amount = totals.grandTotal;
  const cartHash = readHash();
  const skus = lines.map(({ sku }) => sku);
  const about = { cartHash, at: Date.now(), amount, coupon: totals.coupon, skus };
  storePayment({ reference, order, code, cartToken, customer, ...about });
  return paymentPageOf(
    await requestRedirect({ reference, code, amount: centsToDecimal(amount), cartToken }),
    code,
  );
}
