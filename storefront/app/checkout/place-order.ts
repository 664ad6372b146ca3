import { isVirtual } from '@fynbos/core/checkout/steps.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { wireAddress } from '../accounts/address-book.ts';
import type { Values } from '../accounts/form-checks.ts';
import { changeCustomer } from '../accounts/session/change-customer.ts';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import type { Profile } from '../accounts/session/profile.ts';
import { currentSession } from '../accounts/session/state.ts';
import { announce } from '../analytics/announce.ts';
import { ApiProblem } from '../api-problem.ts';
import { readToken } from '../cart/cart-keys.ts';
import type { CartView } from '../cart/cart-view.ts';
import { cart, cartActions } from '../cart/open-cart.ts';
import { inView } from '../paths.ts';
import { chosenStore } from '../stores/chosen-store.ts';
import { changesBetween } from './changes.ts';
import { currentPayment } from './current-payment.ts';
import { changeDraft, currentDraft } from './draft.ts';
import { currentOrders, forgetOrder } from './kept-orders.ts';
import { makeAccount, wantsAccount } from './make-account.ts';
import { type MadeOffline, termsOf } from './offline-order.ts';
import { orderedCart } from './offline-totals.ts';
import { orderBody, placeOf } from './order-body.ts';
import { answersIn, type WaitingOrder } from './order-box.ts';
import { keepOffline, queueOrder } from './order-queue.ts';
import { type Placed, preparePlaced, showPlaced } from './placed.ts';
import { showUnderWay } from './under-way.ts';

/** What is being done while a shopper waits. */
export type Doing = 'checking' | 'account' | 'sending' | 'handing';

/** How far an order came. What is `taken` the queue answers for: it has arrived, or waits. */
export type Outcome =
  | { kind: 'taken' }
  /** The shopper is on the way to whoever takes the payment. */
  | { kind: 'leaving' }
  | { kind: 'empty' | 'unavailable' }
  /** This browser cannot keep an order: nothing is queued, and everything is as it was. */
  | { kind: 'unkept' }
  /** A payment of this cart was begun, and nobody knows whether it went through: nothing was ordered. */
  | { kind: 'beingPaid' }
  /** What was shown is not true any more; nothing was ordered. */
  | { kind: 'changed' }
  | { kind: 'refused'; problem: ApiProblem };

/**
 * Places the order of this cart as it was shown: asks the shop whether all of it is there, makes the account that
 * was asked for, writes the order down and sends it.
 */
export async function placeOrderOf(
  shown: CartView,
  locale: Locale,
  doing: (what: Doing) => void,
): Promise<Outcome> {
  if (await showUnderWay()) return { kind: 'taken' };
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
      // The cart is the customer's from here on, and may not be the only one they have.
      const merged = await check(shown);
      if (merged && merged !== 'unheard') return merged;
    }
    if (isProviderCode(payment)) return await leaveToPay(payment, locale, doing);
    doing('sending');
    const order = await orderNow(locale).catch(orUnreachable);
    return order ? await send(order, newAccount) : await orderOffline(shown, locale);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { kind: 'refused', problem: error };
  }
}

/** There is a network, and it does not lead to the shop: what was done to the cart has not reached it. */
function orUnreachable(error: unknown): undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'unreachable') throw error;
}

/** The order is saved to be paid, and the shopper taken there; it is placed once it is paid (PAY-7). */
async function leaveToPay(
  code: ProviderCode,
  locale: Locale,
  doing: (what: Doing) => void,
): Promise<Outcome> {
  doing('handing');
  const { payOnline } = await import('./pay-online.ts').catch(() => {
    throw new ApiProblem('unreachable');
  });
  const to = await payOnline(code, locale);
  const { customer } = await cartActions.whose();
  if (customer !== undefined) await saveAddress(currentDraft().shipping);
  location.assign(inView(to));
  return { kind: 'leaving' };
}

/** A cart that was joined with another at login knows no delivery any more: it is told again. */
export async function keepDelivery(): Promise<void> {
  const { shipping, way } = currentDraft();
  const { lines, totals } = cart.view();
  const isUnknown = totals.shipping === undefined && !totals.estimate;
  if (way && isUnknown && !isVirtual(lines)) await cartActions.chooseDelivery(placeOf(shipping), way);
}

/** The cart as it is seen at this moment. */
export const seenNow = (): CartView => orderedCart(cart.view());

/**
 * Tells the shop where this cart goes and how, and asks what it is now (CHK-3): what was said before may have been
 * said of another cart.
 *
 * @returns `unheard` where the shop does not answer: what it does not know it cannot place
 */
async function check(shown: CartView): Promise<Outcome | 'unheard' | undefined> {
  const { shipping, way } = currentDraft();
  if (isVirtual(shown.lines) || !way) await cartActions.confirm();
  else {
    const answer = await cartActions.chooseDelivery(placeOf(shipping), way);
    if (answer?.isUnheard) return 'unheard';
    if (answer) return { kind: 'refused', problem: answer.problem };
    if (currentDraft().untold) changeDraft({ untold: false });
  }
  return problemOf(shown, seenNow());
}

/** Why an order of what was shown cannot be placed as the cart is now. */
function problemOf(shown: CartView, now: CartView): Outcome | undefined {
  if (now.lines.length === 0) return { kind: 'empty' };
  if (now.lines.some(({ problems }) => problems.length > 0)) return { kind: 'unavailable' };
  return changesBetween(shown, now).length > 0 ? { kind: 'changed' } : undefined;
}

/** The order as it is written down; its id is the same until it is answered (decision 5). */
async function orderNow(locale: Locale): Promise<WaitingOrder> {
  const { lines, totals } = cart.view();
  const where = await cartActions.whose();
  const id = currentDraft().order ?? crypto.randomUUID();
  changeDraft({ order: id });
  const body = orderBody(currentDraft(), { lines, totals, virtual: isVirtual(lines) }, where, locale);
  const { token: cartToken, customer } = where;
  announce({ kind: 'ordering', id, cart: { lines, totals }, body });
  return { id, at: Date.now(), cartToken, customer, grandTotal: totals.grandTotal, body };
}

/**
 * Writes the order down as this browser knows it. It is looked at by the shop before it becomes one (accounts 4.4), in a cart
 * of its own, and the cart here is free for the next.
 */
async function orderOffline(shown: CartView, locale: Locale): Promise<Outcome> {
  const begun = currentPayment();
  if (begun && !begun.isOver && begun.cartToken === readToken()) return { kind: 'beingPaid' };
  const draft = { ...currentDraft(), order: crypto.randomUUID() as string };
  const { order: id, personal, shipping, payment } = draft;
  const customer = knownCustomer();
  const virtual = isVirtual(shown.lines);
  const way = virtual ? undefined : draft.way;
  const body = orderBody(draft, { ...shown, virtual }, { token: '', customer }, locale);
  const { lines, totals } = shown;
  const order: MadeOffline = {
    ...{ id, at: Date.now(), cartToken: '', customer, grandTotal: totals.grandTotal, body },
    offline: {
      ...{ state: 'waiting', isTaken: false, isPosted: false },
      shown: termsOf(lines, totals, way),
      place: way && placeOf(shipping),
      store: chosenStore(),
    },
  };
  const placed: Placed = {
    ...{ id, email: body.addressInformation.billingAddress?.email ?? personal.email ?? '' },
    ...{ newAccount: false, customer: customer !== undefined, collect: way?.needs === 'store' },
    payment: payment.payment ?? '',
  };
  preparePlaced(placed);
  if (!(await keepOffline(order))) {
    showPlaced(undefined);
    return { kind: 'unkept' };
  }
  announce({ kind: 'ordering', id, cart: { lines, totals }, body });
  showPlaced(placed);
  void saveAddress(shipping);
  // What was typed is of use to the next order; it is gone through again from the first step.
  changeDraft({ order: undefined, done: [] });
  return { kind: 'taken' };
}

async function send(order: WaitingOrder, newAccount: boolean): Promise<Outcome> {
  const { personal, shipping, way, payment } = currentDraft();
  const { id } = order;
  const { email = '' } = personal;
  const placed = {
    ...{ id, email, newAccount, customer: order.customer !== undefined },
    collect: way?.needs === 'store',
    payment: payment.payment ?? '',
  };
  preparePlaced(placed);
  await queueOrder(order);
  const refused = answersIn(currentOrders().box).refused.find((one) => one.id === id);
  showPlaced(refused ? undefined : placed);
  if (order.customer !== undefined && !newAccount) void saveAddress(shipping);
  if (!refused) return { kind: 'taken' };
  await forgetOrder(id);
  if (refused.problem.code === 'total_changed') await cartActions.confirm();
  return { kind: 'refused', problem: new ApiProblem(refused.problem.code, refused.problem) };
}

/** The address book is no reason to wait, or to fail. */
async function saveAddress(shipping: Values): Promise<void> {
  const session = currentSession();
  if (shipping.save === undefined || !('profile' in session)) return;
  const { profile } = session;
  const { default_shipping: _, default_billing: __, ...added } = wireAddress(shipping, undefined);
  const isIn = (book: Profile['addresses']) =>
    book.some(({ street, postcode }) => street.join() === added.street.join() && postcode === added.postcode);
  if (isIn(profile.addresses)) return;
  // What was put into the book without a network is in it, though the shop does not know it yet.
  await changeCustomer(({ addresses = profile.addresses }) => ({
    addresses: isIn(addresses) ? addresses : [...addresses, added],
  })).catch(() => {});
}
