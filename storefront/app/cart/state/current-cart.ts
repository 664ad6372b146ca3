import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type CallOptions, callApi } from '../../api-client.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings, standardBypassLimit } from '../../platform/api/api-settings.ts';
import { inTurnOf } from '../../platform/outbox/drain.ts';
import { openOutboxDatabase, outboxIn, safeOutbox } from '../../platform/outbox/outbox-db.ts';
import { cartOutboxName } from '../../platform/outbox/outbox-names.ts';
import { listenToTriggers } from '../../platform/outbox/retry-triggers.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { readHash, readToken, saveCart } from '../../platform/session/cart-token.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { startSession } from '../../platform/session/session.ts';
import { onSessionEnd } from '../../platform/session/session-events.ts';
import { onSessionChange } from '../../platform/session/session-state.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import { onStoreChange } from '../../platform/storage/chosen-store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { tabChannel } from '../../platform/storage/tab-channel.ts';
import { CartActions } from '../sync/cart-actions.ts';
import { publishCartEvent } from '../sync/cart-events.ts';
import { type CartSnapshot, cartTabsName, type PendingEntry, withToken } from '../sync/cart-outbox.ts';
import { cartShape } from '../sync/cart-outbox-shape.ts';
import { forgetAtEnd, shopperOf } from '../sync/cart-session.ts';
import { CartStore } from '../sync/cart-store.ts';
import { isUnwrittenList, unwrittenIn, unwrittenName } from '../sync/unsaved-entries.ts';
import { publishCount } from './cart-count.ts';
import { isBeingPaid, mayBeOrdered } from './cart-order-status.ts';

const isBrowser = typeof document !== 'undefined';
const tabs = isBrowser ? tabChannel<number>(ownKey(cartTabsName)) : undefined;

const unwrittenKey = ownKey(unwrittenName);

/** The cart of this tab. Loaded when a cart exists, or when the first product is added. */
export const cart = new CartStore({
  store: safeOutbox<CartSnapshot, PendingEntry>(
    async () => outboxIn(await openOutboxDatabase(), ownKey(cartOutboxName), cartShape),
    // A newer version of the shop in another tab does not lose entries; a notice on the page handles that
    // case.
    (why) => why === 'lost' && publishCartEvent({ kind: 'unkept' }),
  ),
  unwritten: unwrittenIn(storedValue(unwrittenKey, isUnwrittenList), () => readProfile()?.id),
  call: (endpoint, options, customer) =>
    customer === undefined ? callApi(endpoint, options) : callFor(customer, endpoint, options),
  inTurn: inTurnOf(ownKey(cartTabsName)),
  customer,
  rules: () => {
    const { zeroPriceProducts, outOfStockInCart, stockSync } = apiSettings().switches;
    return { zeroPrice: zeroPriceProducts, outOfStock: outOfStockInCart, stockSync };
  },
  seenFrom: () => {
    const { totalsSync, countPieces: countUnits } = apiSettings().switches;
    return { online: !isBrowser || navigator.onLine, totalsSync, countUnits };
  },
  isSyncOn: () => apiSettings().switches.cartSync,
  maxBypasses: () => apiSettings().cartBypassLimit ?? standardBypassLimit,
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
  changing: (before, entries) => announceEvent({ kind: 'cart', before, entries }),
  notifyTabs: (rev) => tabs?.publish(rev),
  publish: (seen) => {
    saveCart(seen);
    publishCount(seen.count);
  },
  publishedHash: readHash,
});

export const cartActions = new CartActions(cart);

/** The empty cart view, as rendered by the server. */
export const unseen = cart.view();

/** Resolves once the stored cart is shown; on a server there is no cart (CART-8). */
export const cartLoaded = isBrowser ? load() : Promise.resolve();

/** A browser that cannot store the cart may still hold its token (private windows). */
async function load(): Promise<void> {
  const token = readToken();
  if (token !== undefined) await cart.change((outbox) => withToken(outbox, token));
  tabs?.subscribe((rev) => void cart.outboxChanged(rev));
  listenToTriggers({
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
