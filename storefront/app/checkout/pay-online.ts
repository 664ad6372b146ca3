import { isVirtual } from '@fynbos/core/checkout/steps.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { savePendingOrder } from '@fynbos/core/orders/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { announce } from '../analytics/announce.ts';
import { ApiProblem } from '../api-problem.ts';
import { readHash } from '../cart/cart-keys.ts';
import { cart, cartActions } from '../cart/open-cart.ts';
import { currentPayment, keepPayment } from './current-payment.ts';
import { changeDraft, currentDraft, type PendingPayment } from './draft.ts';
import { askHandOff, wayTo } from './hand-off.ts';
import { orderBody } from './order-body.ts';
import { attemptAfter, attemptFor } from './pending-payment.ts';
import { paymentPathOf } from './status-path.ts';

const newId = () => crypto.randomUUID();

/**
 * Saves the order of this cart to be paid, and asks its provider where the shopper goes. Throws ApiProblem; nothing can be
 * charged then, as nobody was sent anywhere.
 *
 * @returns the address that leads there; where it turns out to be paid already, to what says so
 */
export async function payOnline(code: ProviderCode, locale: Locale): Promise<string> {
  const tried = [attemptFor(currentDraft().pending, code, newId)];
  for (;;) {
    try {
      return await begin(tried.at(-1)!, locale);
    } catch (error) {
      const refusal = error instanceof ApiProblem ? error.code : '';
      // It may be the order that was begun before this one.
      if (refusal === 'order_paid') return paymentPathOf(currentPayment()?.order ?? tried[0]!.order);
      const next = attemptAfter(tried, refusal, newId);
      if (!next) throw error;
      tried.push(next);
    }
  }
}

/** Another attempt of the order that was saved last, its last one being over. */
export function payAgain(pending: PendingPayment, locale: Locale): Promise<string> {
  changeDraft({ pending: { ...pending, reference: newId() } });
  return payOnline(pending.code, locale);
}

async function begin(pending: PendingPayment, locale: Locale): Promise<string> {
  const { order, reference, code } = pending;
  const { lines, totals } = cart.view();
  const where = await cartActions.whose();
  const { token: cartToken, customer } = where;
  const draft = currentDraft();
  const meant = { ...draft, order, payment: { ...draft.payment, payment: code } };
  const body = orderBody(meant, { lines, totals, virtual: isVirtual(lines) }, where, locale);
  announce({ kind: 'ordering', id: order, cart: { lines, totals }, body });
  // Before it is sent: a page that ends in between goes on with the same.
  changeDraft({ pending });
  await callAsShopper(savePendingOrder, { body: { ...body, checkoutReference: reference }, cartToken });
  const amount = totals.grandTotal;
  const cartHash = readHash();
  keepPayment({ reference, order, code, cartToken, customer, cartHash, at: Date.now(), amount });
  return wayTo(await askHandOff({ reference, code, amount: centsToDecimal(amount), cartToken }), code);
}
