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
import { boxIn, openBoxes } from '../offline/box-db.ts';
import { cartBoxName } from '../offline/box-names.ts';
import { inTurnOf } from '../offline/one-tab.ts';
import { safeBox } from '../offline/safe-box.ts';
import { tabNews } from '../offline/tab-news.ts';
import { listenTo } from '../offline/wakers.ts';
import { onStoreChange } from '../stores/chosen-store.ts';
import { cartTabsName, type KeptCart, type PendingEntry, withToken } from './cart-box.ts';
import { tellCount } from './cart-count.ts';
import type { CartDoing } from './cart-doing.ts';
import { CartKeeper } from './cart-keeper.ts';
import { keepCart, readHash, readToken } from './cart-keys.ts';
import { tellCartNews } from './cart-news.ts';
import { cartShape } from './cart-shape.ts';
import { doingOf } from './do-cart.ts';
import { forgetAtEnd, shopperOf } from './session-cart.ts';
import { isBeingPaid, mayBeOrdered } from './spent-carts.ts';
import { unwrittenIn, unwrittenName } from './unwritten.ts';

const isBrowser = typeof document !== 'undefined';
const tabs = isBrowser ? tabNews<number>(ownKey(cartTabsName)) : undefined;

/** The cart of this tab. Loaded where there is a cart, or with the first thing that is put into one. */
export const cart = new CartKeeper({
  store: safeBox<KeptCart, PendingEntry>(
    async () => boxIn(await openBoxes(), ownKey(cartBoxName), cartShape),
    // What a newer shop has is not lost; what to do is said of the whole page.
    (why) => why === 'lost' && tellCartNews({ kind: 'unkept' }),
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
    const { totalsSync, countPieces } = apiSettings().switches;
    return { online: !isBrowser || navigator.onLine, totalsSync, countPieces };
  },
  isSyncOn: () => apiSettings().switches.cartSync,
  newId: () => crypto.randomUUID(),
  now: () => Date.now(),
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  isOrdered: mayBeOrdered,
  isBeingPaid,
  news: tellCartNews,
  changing: (before, entries) => announce({ kind: 'cart', before, entries }),
  tellTabs: (rev) => tabs?.tell(rev),
  publish: (seen) => {
    keepCart(seen);
    tellCount(seen.count);
  },
  publishedHash: readHash,
});

/** What can be done to it. */
export const cartActions: CartDoing = doingOf(cart, () => {
  const { zeroPriceProducts, outOfStockInCart, stockSync } = apiSettings().switches;
  return { zeroPrice: zeroPriceProducts, outOfStock: outOfStockInCart, stockSync };
});

/** The cart before anything is known of it, as a server shows it. */
export const unseen = cart.view();

/** Ends when what was kept is shown; a server has no cart (CART-8). */
export const cartLoaded = isBrowser ? load() : Promise.resolve();

/** A browser that keeps no cart may have kept its token (private windows). */
async function load(): Promise<void> {
  const token = readToken();
  if (token !== undefined) await cart.change((box) => withToken(box, token));
  tabs?.hear((rev) => void cart.hear(rev));
  listenTo({
    online: () => void cart.networkChanged(),
    offline: () => void cart.networkChanged(),
    seen: () => void cart.wake(),
  });
  onSessionChange(() => void cart.sessionChanged());
  onSessionEnd((how) => void forgetAtEnd(cart, how));
  onStoreChange(() => void cartActions.refresh({ force: true }));
  await cart.load();
}

/** Calls for this customer; for another one who logged in meanwhile it does not. */
async function callFor<E extends Endpoint>(customer: number, endpoint: E, options: CallOptions<E>) {
  await startSession();
  if (knownCustomer() !== customer) throw new ApiProblem('token_refused');
  return callAsCustomer(endpoint, options);
}

/** The customer's id, once it is known who is shopping. */
async function customer(): Promise<number | undefined> {
  await startSession();
  return shopperOf(knownCustomer(), readProfile()?.id);
}
