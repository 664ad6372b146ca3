import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type CallOptions, callApi } from '../../api-client.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings, standardBypassLimit } from '../../platform/api/api-settings.ts';
import { createOutbox } from '../../platform/outbox/create-outbox.ts';
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
import { CartActions } from '../sync/cart-actions.ts';
import { publishCartEvent } from '../sync/cart-events.ts';
import {
  appended,
  type CartSnapshot,
  cartShape,
  isCartEntry,
  isKnown,
  type PendingEntry,
  unsavedCartName,
  withToken,
} from '../sync/cart-outbox.ts';
import { shopperOf } from '../sync/cart-requests.ts';
import { CartStore } from '../sync/cart-store.ts';
import { handOverOf, isUnsavedList, unsavedEntriesIn } from '../sync/unsaved-entries.ts';
import { publishCount } from './cart-count.ts';
import { isBeingPaid, mayBeOrdered } from './cart-order-status.ts';

const unsavedKey = ownKey(unsavedCartName);

const outbox = createOutbox<CartSnapshot, PendingEntry>({
  name: cartOutboxName,
  schema: cartShape,
  send: () => cart.sync.sendNext(),
  begin,
  onRound: (failures) => cart.roundEnded(failures),
  handOver: handOverOf(
    unsavedEntriesIn(storedValue(unsavedKey, isUnsavedList), isCartEntry, () => readProfile()?.id),
    { isKnown, append: appended },
  ),
  // A newer version of the shop in another tab does not lose entries; a notice on the page handles that
  // case.
  goOn: (last) => last,
  onLost: (why) => why === 'lost' && publishCartEvent({ kind: 'unkept' }),
});

/** The cart of this tab. Loaded when a cart exists, or when the first product is added. */
export const cart = new CartStore({
  outbox,
  call: (endpoint, options, customer) =>
    customer === undefined ? callApi(endpoint, options) : callFor(customer, endpoint, options),
  customer,
  rules: () => {
    const { zeroPriceProducts, outOfStockInCart, stockSync } = apiSettings().switches;
    return { zeroPrice: zeroPriceProducts, outOfStock: outOfStockInCart, stockSync };
  },
  seenFrom: () => {
    const { totalsSync, countPieces: countUnits } = apiSettings().switches;
    return { online: typeof document === 'undefined' || navigator.onLine, totalsSync, countUnits };
  },
  isSyncOn: () => apiSettings().switches.cartSync,
  maxBypasses: () => apiSettings().cartBypassLimit ?? standardBypassLimit,
  newId: () => crypto.randomUUID(),
  now: () => Date.now(),
  isOrdered: mayBeOrdered,
  isBeingPaid,
  notify: publishCartEvent,
  changing: (before, entries) => announceEvent({ kind: 'cart', before, entries }),
  publish: (seen) => {
    saveCart(seen);
    publishCount(seen.count);
  },
  publishedHash: readHash,
});

export const cartActions = new CartActions(cart);

/** The empty cart view, as rendered by the server. */
export const unseen = cart.view();

/**
 * Starts the cart of this tab, once.
 * @returns when the stored cart is shown; on a server there is no cart (CART-8)
 */
export const startCart = outbox.start;

async function begin(load: () => Promise<void>): Promise<void> {
  const token = readToken();
  // A browser that cannot store the cart may still hold its token (private windows).
  if (token !== undefined) await cart.change((now) => withToken(now, token));
  // At once, unlike orders and tasks, which spread over time when a whole town returns (ADR-021).
  listenToTriggers({
    online: () => void cart.networkChanged(),
    offline: () => void cart.networkChanged(),
    seen: () => void cart.flush(),
  });
  onSessionChange(() => void cart.sessionChanged());
  onSessionEnd((how) => void cart.sessionEnded(how));
  onStoreChange(() => void cartActions.refresh({ force: true }));
  await load();
  void cart.flush();
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
