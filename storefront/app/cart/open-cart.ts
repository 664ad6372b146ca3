import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import { readProfile } from '../accounts/session/profile.ts';
import { startSession } from '../accounts/session/session.ts';
import { onSessionEnd } from '../accounts/session/session-events.ts';
import { onSessionChange } from '../accounts/session/state.ts';
import { announce } from '../analytics/announce.ts';
import { type CallOptions, call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { apiSettings } from '../api-settings.ts';
import { ownKey } from '../kept-here.ts';
import { outboxIn, openOutboxDatabase } from '../offline/box-db.ts';
import { cartOutboxName } from '../offline/box-names.ts';
import { inTurnOf } from '../offline/one-tab.ts';
import { safeOutbox } from '../offline/safe-box.ts';
import { tabChannel } from '../offline/tab-news.ts';
import { listenTo } from '../offline/wakers.ts';
import { onStoreChange } from '../stores/chosen-store.ts';
import { cartTabsName, type CartSnapshot, type PendingEntry, withToken } from './cart-box.ts';
import { publishCount } from './cart-count.ts';
import type { CartDoing } from './cart-doing.ts';
import { CartStore } from './cart-keeper.ts';
import { saveCart, readHash, readToken } from './cart-keys.ts';
import { publishCartEvent } from './cart-news.ts';
import { cartShape } from './cart-shape.ts';
import { doingOf } from './do-cart.ts';
import { forgetAtEnd, shopperOf } from './session-cart.ts';
import { isBeingPaid, mayBeOrdered } from './spent-carts.ts';
import { unwrittenIn, unwrittenName } from './unwritten.ts';

const isBrowser = typeof document !== 'undefined';
const tabs = isBrowser ? tabChannel<number>(ownKey(cartTabsName)) : undefined;

/** The cart of this tab. Loaded when a cart exists, or when the first product is added. */
export const cart = new CartStore({
  store: safeOutbox<CartSnapshot, PendingEntry>(
    async () => outboxIn(await openOutboxDatabase(), ownKey(cartOutboxName), cartShape),
    // A newer version of the shop in another tab does not lose entries; a notice on the page handles that
    // case.
    (why) => why === 'lost' && publishCartEvent({ kind: 'unkept' }),
  ),
  unwritten: unwrittenIn(
    () => localStorage,
    ownKey(unwrittenName),
    () => readProfile()?.id,
  ),
  call: (endpoint, options, customer) =>
    customer === undefined ? call(endpoint, options) : callFor(customer, endpoint, options),
  inTurn: inTurnOf(ownKey(cartTabsName)),
  customer,
  seenFrom: () => {
    const { totalsSync, countPieces: countUnits } = apiSettings().switches;
    return { online: !isBrowser || navigator.onLine, totalsSync, countUnits };
  },
  isSyncOn: () => apiSettings().switches.cartSync,
  newId: () => crypto.randomUUID(),
  now: () => Date.now(),
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  isOrdered: mayBeOrdered,
  isBeingPaid,
  notify: publishCartEvent,
  changing: (before, entries) => announce({ kind: 'cart', before, entries }),
  notifyTabs: (rev) => tabs?.publish(rev),
  publish: (seen) => {
    saveCart(seen);
    publishCount(seen.count);
  },
  publishedHash: readHash,
});

/** The actions on this cart. */
export const cartActions: CartDoing = doingOf(cart, () => {
  const { zeroPriceProducts, outOfStockInCart, stockSync } = apiSettings().switches;
  return { zeroPrice: zeroPriceProducts, outOfStock: outOfStockInCart, stockSync };
});

/** The empty cart view, as rendered by the server. */
export const unseen = cart.view();

/** Resolves once the stored cart is shown; on a server there is no cart (CART-8). */
export const cartLoaded = isBrowser ? load() : Promise.resolve();

/** A browser that cannot store the cart may still hold its token (private windows). */
async function load(): Promise<void> {
  const token = readToken();
  if (token !== undefined) await cart.change((outbox) => withToken(outbox, token));
  tabs?.subscribe((rev) => void cart.outboxChanged(rev));
  listenTo({
    online: () => void cart.networkChanged(),
    offline: () => void cart.networkChanged(),
    seen: () => void cart.flush(),
  });
  onSessionChange(() => void cart.sessionChanged());
  onSessionEnd((how) => void forgetAtEnd(cart, how));
  onStoreChange(() => void cartActions.refresh({ force: true }));
  await cart.load();
}

/** Calls the API as this customer; refuses if another customer has logged in since. */
async function callFor<E extends Endpoint>(customer: number, endpoint: E, options: CallOptions<E>) {
  await startSession();
  if (knownCustomer() !== customer) throw new ApiProblem('token_refused');
  return callAsCustomer(endpoint, options);
}

/** The customer's id, once the session is known. */
async function customer(): Promise<number | undefined> {
  await startSession();
  return shopperOf(knownCustomer(), readProfile()?.id);
}
