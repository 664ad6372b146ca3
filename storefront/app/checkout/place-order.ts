import { isVirtual } from '@fynbos/core/checkout/steps.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { wireAddress } from '../accounts/address-book.ts';
import type { Values } from '../accounts/form-checks.ts';
import { changeCustomer } from '../accounts/session/change-customer.ts';
import { currentSession } from '../accounts/session/state.ts';
import { announce } from '../analytics/announce.ts';
import { ApiProblem } from '../api-problem.ts';
import type { CartView } from '../cart/cart-view.ts';
import { cart, cartActions } from '../cart/open-cart.ts';
import { inView } from '../paths.ts';
import { changesBetween } from './changes.ts';
import { changeDraft, currentDraft } from './draft.ts';
import { makeAccount, wantsAccount } from './make-account.ts';
import { orderBody, placeOf } from './order-body.ts';
import { answersIn, type WaitingOrder } from './order-box.ts';
import { currentOrders, forgetOrder, queueOrder } from './order-queue.ts';
import { preparePlaced, showPlaced } from './placed.ts';

/** What is being done while a shopper waits. */
export type Doing = 'checking' | 'account' | 'sending' | 'handing';

/** How far an order came. What is `taken` the queue answers for: it has arrived, or waits. */
export type Outcome =
  | { kind: 'taken' }
  /** The shopper is on the way to whoever takes the payment. */
  | { kind: 'leaving' }
  | { kind: 'empty' | 'unavailable' }
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
  doing('checking');
  const stopped = await check(shown);
  if (stopped) return stopped;
  const newAccount = wantsAccount();
  try {
    if (newAccount) {
      doing('account');
      await makeAccount(locale);
      // The cart is the customer's from here on, and may not be the only one they have.
      const merged = await check(shown);
      if (merged) return merged;
    }
    const { payment = '' } = currentDraft().payment;
    if (isProviderCode(payment)) return await leaveToPay(payment, locale, doing);
    doing('sending');
    return await send(await orderNow(locale), newAccount);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { kind: 'refused', problem: error };
  }
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
export const seenNow = (): CartView => cart.view();

/**
 * Tells the shop where this cart goes and how, and asks what it is now (CHK-3): what was said before may have been
 * said of another cart. What cannot be asked is compared when the order arrives (decision 6).
 */
async function check(shown: CartView): Promise<Outcome | undefined> {
  const { shipping, way } = currentDraft();
  if (isVirtual(shown.lines) || !way) await cartActions.confirm();
  else {
    const answer = await cartActions.chooseDelivery(placeOf(shipping), way);
    if (answer?.refused === 'shipping_method_unknown')
      return { kind: 'refused', problem: new ApiProblem(answer.refused) };
  }
  return problemOf(shown, cart.view());
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
  const { addresses } = session.profile;
  const { default_shipping: _, default_billing: __, ...added } = wireAddress(shipping, undefined);
  const isThere = addresses.some(
    ({ street, postcode }) => street.join() === added.street.join() && postcode === added.postcode,
  );
  if (!isThere) await changeCustomer({ addresses: [...addresses, added] }).catch(() => {});
}
