import { hasDownloads, isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { wireAddress } from '../../accounts/state/address-conversion.ts';
import { changeCustomer } from '../../accounts/state/profile-change.ts';
import { cart, cartActions } from '../../cart/state/current-cart.ts';
import type { CartView } from '../../cart/sync/cart-view.ts';
import { inView } from '../../paths.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { readToken } from '../../platform/session/cart-token.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import type { Profile } from '../../platform/session/profile.ts';
import { currentSession } from '../../platform/session/session-state.ts';
import { chosenStore } from '../../platform/storage/chosen-store.ts';
import { isOutdated } from '../../platform/updates/shop-update.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { changeDraft, currentDraft } from '../state/checkout-draft.ts';
import { checkoutCart } from '../state/checkout-totals.ts';
import { makeAccount, wantsAccount } from '../state/create-account.ts';
import { currentPayment } from '../state/current-payment.ts';
import { changesBetween } from '../state/order-changes.ts';
import { orderBody, placeOf } from '../state/order-request-body.ts';
import { choosePlaceOf } from '../state/place-of-address.ts';
import { type Placed, preparePlaced, showPlaced } from '../state/placed-order.ts';
import { type MadeOffline, placedDelivery, termsOf, type WaitingOrder } from './offline-order.ts';
import { forgetOrder, queueOrder, showPendingOrder, storeOffline } from './order-queue.ts';

/** The operation in progress while a shopper waits. */
export type Doing = 'checking' | 'account' | 'sending' | 'handing';

/** The result of placing an order. `taken`: the queue has the order; it has arrived or waits. */
export type OrderOutcome =
  | { kind: 'taken' }
  /** The shopper is being redirected to the payment provider. */
  | { kind: 'leaving' }
  | { kind: 'empty' | 'unavailable' }
  /** This browser cannot store the order: nothing is queued and nothing has changed. */
  | { kind: 'unkept' }
  /** A payment of this cart was started and its result is unknown: nothing was ordered. */
  | { kind: 'beingPaid' }
  /** The cart differs from the cart shown; nothing was ordered. */
  | { kind: 'changed' }
  | { kind: 'refused'; problem: ApiProblem };

/**
 * Places the order of this cart as shown: checks it with the shop, creates a requested account, stores the
 * order and sends it.
 */
export async function placeOrderOf(
  shown: CartView,
  locale: Locale,
  doing: (step: Doing) => void,
): Promise<OrderOutcome> {
  if (await showPendingOrder()) return { kind: 'taken' };
  // The steps of a known customer are finished without the form of the address (spec D64).
  if (!isVirtual(shown.lines)) choosePlaceOf(currentDraft().shipping);
  const { payment = '' } = currentDraft().payment;
  if (!navigator.onLine && !isProviderCode(payment)) return orderOffline(shown, locale);
  doing('checking');
  const stopped = await check(shown);
  const newAccount = wantsAccount();
  if (stopped === 'unheard' && !newAccount && !isProviderCode(payment)) return orderOffline(shown, locale);
  if (stopped && stopped !== 'unheard') return stopped;
  try {
    if (newAccount) {
      doing('account');
      await makeAccount(locale);
      // From here on the cart is the customer's, and may have been merged with another one.
      const merged = await check(shown);
      if (merged && merged !== 'unheard') return merged;
    }
    if (isProviderCode(payment)) return await leaveToPay(payment, locale, doing);
    doing('sending');
    const order = await orderNow(locale).catch(orUnreachable);
    return order ? await sendAndShow(order, newAccount) : await orderOffline(shown, locale);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { kind: 'refused', problem: error };
  }
}

/** There is a network without a connection to the shop: changes of the cart have not reached it. */
function orUnreachable(error: unknown): undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'unreachable') throw error;
}

/** Saves the order for payment and redirects the shopper; it is placed once it is paid (PAY-7). */
async function leaveToPay(
  code: ProviderCode,
  locale: Locale,
  doing: (step: Doing) => void,
): Promise<OrderOutcome> {
  doing('handing');
  const { payOnline } = await import('../state/start-payment.lazy.ts').catch(async (cause) => {
    throw Object.assign(new ApiProblem((await isOutdated()) ? 'shop_updated' : 'unreachable'), { cause });
  });
  const to = await payOnline(code, locale);
  const { customer } = await cartActions.whose();
  if (customer !== undefined) await saveAddress(currentDraft().shipping);
  location.assign(inView(to));
  return { kind: 'leaving' };
}

/** Sends the shipping method again after a login merged the cart with another one and lost it. */
export async function restoreDelivery(): Promise<void> {
  const { shipping, way: shippingMethod } = currentDraft();
  const { lines, totals } = cart.view();
  const isUnknown = totals.shipping === undefined && !totals.estimate;
  if (shippingMethod && isUnknown && !isVirtual(lines))
    await cartActions.chooseDelivery(placeOf(shipping), shippingMethod);
}

/** The current cart as shown. */
export const seenNow = (): CartView => checkoutCart(cart.view());

/**
 * Sends destination and shipping method to the shop and reads the cart (CHK-3); an earlier response may
 * concern another cart.
 * @returns `unheard` if the shop does not respond: it cannot place an order it does not know
 */
async function check(shown: CartView): Promise<OrderOutcome | 'unheard' | undefined> {
  const { shipping, way: shippingMethod } = currentDraft();
  if (isVirtual(shown.lines) || !shippingMethod) await cartActions.confirm();
  else {
    const result = await cartActions.chooseDelivery(placeOf(shipping), shippingMethod);
    if (result?.isUnheard) return 'unheard';
    if (result) return { kind: 'refused', problem: result.problem };
    if (currentDraft().untold) changeDraft({ untold: false });
  }
  return problemOf(shown, seenNow());
}

/** Why the order as shown cannot be placed from the current cart. */
function problemOf(shown: CartView, now: CartView): OrderOutcome | undefined {
  if (now.lines.length === 0) return { kind: 'empty' };
  if (now.lines.some(({ problems }) => problems.length > 0)) return { kind: 'unavailable' };
  return changesBetween(shown, now).length > 0 ? { kind: 'changed' } : undefined;
}

/** The order to store; its id stays the same until the shop responds (spec D5). */
async function orderNow(locale: Locale): Promise<WaitingOrder> {
  const { lines, totals } = seenNow();
  const where = await cartActions.whose();
  const id = currentDraft().order ?? crypto.randomUUID();
  changeDraft({ order: id });
  const body = orderBody(currentDraft(), { lines, totals, virtual: isVirtual(lines) }, where, locale);
  const { token: cartToken, customer } = where;
  announceEvent({ kind: 'ordering', id, cart: { lines, totals }, body });
  const order = { id, at: Date.now(), cartToken, customer, grandTotal: totals.grandTotal, body };
  return { ...order, hasDownloads: hasDownloads(lines) };
}

/**
 * Stores the order with the data of this browser. The shop checks it later in a separate cart (spec accounts 4.4); the cart here is free for the next order.
 */
async function orderOffline(shown: CartView, locale: Locale): Promise<OrderOutcome> {
  const begun = currentPayment();
  if (begun && !begun.isOver && begun.cartToken === readToken()) return { kind: 'beingPaid' };
  const id: string = crypto.randomUUID();
  const draft = { ...currentDraft(), order: id };
  const { personal, shipping, payment } = draft;
  const customer = knownCustomer();
  const virtual = isVirtual(shown.lines);
  const shippingMethod = virtual ? undefined : draft.way;
  const body = orderBody(draft, { ...shown, virtual }, { token: '', customer }, locale);
  const { lines, totals } = shown;
  const order: MadeOffline = {
    ...{ id, at: Date.now(), cartToken: '', customer, grandTotal: totals.grandTotal, body },
    hasDownloads: hasDownloads(lines),
    offline: {
      ...{ state: 'waiting', isTaken: false, isPosted: false },
      shown: termsOf(lines, totals, shippingMethod),
      place: shippingMethod && placeOf(shipping),
      store: chosenStore(),
    },
  };
  const placed: Placed = {
    ...{ id, email: body.addressInformation.billingAddress?.email ?? personal.email ?? '' },
    ...{ newAccount: false, customer: customer !== undefined, ...placedDelivery(order, shippingMethod) },
    ...{ payment: payment.payment ?? '', coupon: totals.coupon },
  };
  preparePlaced(placed);
  if (!(await storeOffline(order))) {
    showPlaced(undefined);
    return { kind: 'unkept' };
  }
  announceEvent({ kind: 'ordering', id, cart: { lines, totals }, body });
  showPlaced(placed);
  void saveAddress(shipping);
  // The typed values help with the next order; its steps start again at the first one.
  changeDraft({ order: undefined, done: [] });
  return { kind: 'taken' };
}

async function sendAndShow(order: WaitingOrder, newAccount: boolean): Promise<OrderOutcome> {
  const { personal, shipping, way: shippingMethod, payment } = currentDraft();
  const { id } = order;
  const { email = '' } = personal;
  const { coupon, voucherBalance } = seenNow().totals;
  const placed = {
    ...{ id, email, newAccount, customer: order.customer !== undefined },
    ...{ ...placedDelivery(order, shippingMethod), payment: payment.payment ?? '', due: order.grandTotal },
    ...{ coupon, voucherLeft: voucherBalance?.after },
  };
  preparePlaced(placed);
  const refused = await queueOrder(order);
  showPlaced(refused ? undefined : placed);
  if (order.customer !== undefined && !newAccount) void saveAddress(shipping);
  if (!refused) return { kind: 'taken' };
  await forgetOrder(id);
  if (refused.problem.code === 'total_changed') await cartActions.confirm();
  return { kind: 'refused', problem: new ApiProblem(refused.problem.code, refused.problem) };
}

/** Saving to the address book neither delays the order nor lets it fail. */
async function saveAddress(shipping: Values): Promise<void> {
  const session = currentSession();
  if (shipping.save === undefined || !('profile' in session)) return;
  const { profile } = session;
  const { default_shipping: _, default_billing: __, ...added } = wireAddress(shipping, undefined);
  const isIn = (book: Profile['addresses']) =>
    book.some(({ street, postcode }) => street.join() === added.street.join() && postcode === added.postcode);
  if (isIn(profile.addresses)) return;
  // An address added without a network is in the address book although the shop does not have it yet.
  await changeCustomer(({ addresses = profile.addresses }) => ({
    addresses: isIn(addresses) ? addresses : [...addresses, added],
  })).catch(() => {});
}
