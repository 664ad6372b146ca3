import { isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { orderHistory } from '@fynbos/core/orders/contract.ts';
import { cart, cartActions } from '../../cart/state/current-cart.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import type { Profile } from '../../platform/session/profile.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { changeDraft, currentDraft, type Draft, keepable } from './checkout-draft.ts';
import { firstPayment, paymentBy } from './first-values.ts';
import { findOffered, knownPersonal, knownShipping, orderedMethodCode } from './known-details.ts';
import { placeOf } from './order-request-body.ts';

/**
 * Finishes the steps of a customer who has ordered before, with the details of the account and the methods of the
 * last order (spec D64). A step stays open if its details are missing, or if the cart cannot be delivered like that.
 * @param isWanted whether the shopper has not begun to type meanwhile
 */
export async function finishKnownSteps(profile: Profile, isWanted: () => boolean): Promise<void> {
  const draft = currentDraft();
  const virtual = isVirtual(cart.view().lines);
  const personal = knownPersonal(profile, draft);
  const address = knownShipping(profile, draft);
  if (!personal || !(address || virtual)) return;
  const last = await lastMethods();
  if (!last) return;
  const delivery = address && !virtual ? await deliveryTo(address, last.shipping) : undefined;
  if (!isWanted()) return;
  const isComplete = virtual || delivery !== undefined;
  changeDraft({
    personal: { ...currentDraft().personal, ...personal },
    ...(address && { shipping: keepable(address) }),
    ...(delivery && { way: delivery, untold: false }),
    done: isComplete && !virtual ? ['personal-details', 'shipping'] : ['personal-details'],
    isExpress: isComplete,
  });
  const payment = firstPayment(profile, virtual);
  // `free` was no choice.
  if (isComplete && !payment.payment && last.payment !== 'free')
    changeDraft({ payment: paymentBy(last.payment, payment, virtual) });
}

/** The methods of the last order; undefined for a customer without orders. */
async function lastMethods(): Promise<{ shipping: string | undefined; payment: string } | undefined> {
  const { result } = await callAsCustomer(orderHistory, { query: { pageSize: 1, currentPage: 1 } });
  const last = result.items[0];
  const shipped = last?.extension_attributes.shipping_assignments[0];
  return last && { shipping: shipped?.shipping.method, payment: last.payment.method };
}

/**
 * Chooses the method of this order, otherwise the one of the last order.
 * @returns the method; undefined if it is not offered for this cart and address
 */
async function deliveryTo(address: Values, lastCode: string | undefined): Promise<Draft['way']> {
  const { way, done } = currentDraft();
  const place = placeOf(address);
  const code = way && done.includes('shipping') ? orderedMethodCode(way) : lastCode;
  const method = findOffered(await cartActions.shippingMethods(place), code);
  const refused = method && (await cartActions.chooseDelivery(place, method));
  return refused ? undefined : method;
}
