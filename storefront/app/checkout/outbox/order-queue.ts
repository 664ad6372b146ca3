import { loadCart } from '../../cart/components/cart-loader.ts';
import { markOrdered } from '../../cart/state/cart-order-status.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { createOutbox } from '../../platform/outbox/create-outbox.ts';
import { storedOutbox } from '../../platform/outbox/outbox-db.ts';
import { orderOutboxName } from '../../platform/outbox/outbox-names.ts';
import { retryOnReturn } from '../../platform/outbox/retry-triggers.ts';
import { readToken } from '../../platform/session/cart-token.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { startSession } from '../../platform/session/session.ts';
import { onSessionChange } from '../../platform/session/session-state.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { currentDraft } from '../state/checkout-draft.ts';
import { showPlaced } from '../state/placed-order.ts';
import {
  confirmed,
  isMadeOffline,
  type MadeOffline,
  moved,
  placedDelivery,
  type WaitingOrder,
} from './offline-order.ts';
import {
  isOwn,
  mayBeSent,
  type OrderQueue,
  type OrderResults,
  orderShape,
  pendingOrderOf,
  type RefusedOrder,
  resultsIn,
  retried,
  withOrder,
  withoutOrder,
  withStep,
} from './order-outbox.ts';
import { hasOrder, sendOrder } from './send-order.ts';

/**
 * The orders of this browser as every tab sees them: stored before they are sent, sent by one tab at a time, and
 * removed only after a response of the shop (CHK-5). Loaded at checkout, and on any page while an order waits.
 */
const orders: OrderQueue = createOutbox<OrderResults, WaitingOrder>({
  name: orderOutboxName,
  schema: orderShape,
  send: sendNext,
  async begin(load) {
    orders.subscribe(markOrderedCarts);
    await load();
    const sendWaiting = () =>
      void (apiSettings().switches.sendOfflineOrders ? confirmWaiting() : orders.flush());
    void finishMoves().catch(reportError);
    retryOnReturn(sendWaiting);
    onSessionChange(sendWaiting);
    sendWaiting();
  },
});

/** Shows the stored orders, and sends those that may be sent. */
export const startOrders = orders.start;
export const currentOrders = orders.view;
export const useOrders = orders.useOutbox;

/** The cart of an order made offline stays usable. The id of the order still shows every page that an order waits. */
function markOrderedCarts(): void {
  const { outbox, isLoaded } = orders.view();
  if (isLoaded)
    markOrdered(outbox.entries.map((order) => (isMadeOffline(order) ? order.id : order.cartToken)));
}

/**
 * Sends the oldest order that can be sent now.
 * @returns whether there may be more; rejects when it must wait
 */
async function sendNext(): Promise<boolean> {
  await startSession();
  const { entries } = await orders.read();
  const order = entries.find((entry) => mayBeSent(entry, knownCustomer()));
  if (!order) return false;
  await orders.sending(order, () => sendOrder(order, orders));
  return true;
}

/** Stores the progress of an order made offline. */
async function changeOrder(id: string, of: (order: MadeOffline) => MadeOffline): Promise<void> {
  await orders.change((outbox) => withStep(outbox, id, of));
}

/** Removes an order after the shopper has read its result. */
export async function forgetOrder(id: string): Promise<void> {
  await orders.change((outbox) => withoutOrder(outbox, id));
}

/** Removes the orders of a customer whose account was deleted. */
export async function forgetOrdersOf(whose: number | undefined): Promise<void> {
  await orders.change((outbox) => ({
    ...outbox,
    entries: outbox.entries.filter(({ customer }) => customer === undefined || customer !== whose),
  }));
}

/**
 * Stores an order, then sends it.
 * @returns after one attempt; the refusal, if the shop has refused the order
 */
export async function queueOrder(order: WaitingOrder): Promise<RefusedOrder | undefined> {
  await startOrders();
  await orders.change((outbox) => withOrder(outbox, order));
  await orders.flush();
  return resultsIn(currentOrders().outbox).refused.find(({ id }) => id === order.id);
}

/**
 * Stores an order made without the shop and removes its lines from the cart, so that the next order can
 * begin.
 * @returns whether it was written and read back; otherwise nothing is queued and the cart is unchanged
 */
export async function storeOffline(order: MadeOffline): Promise<boolean> {
  await startOrders();
  await orders.change((outbox) => withOrder(outbox, order));
  const { entries } = await orders.read();
  const isStored = orders.durable && entries.some(({ id }) => id === order.id);
  if (isStored) await removeOrderedFromCart();
  else await forgetUnkept(order.id);
  return isStored;
}

/**
 * Called before reporting that an order is not queued. It may still be in the database if it was written
 * but could not be read back, so it is removed there if the browser allows it.
 */
async function forgetUnkept(id: string): Promise<void> {
  await forgetOrder(id);
  const isIt = (order: WaitingOrder) => order.id === id;
  await storedOutbox(ownKey(orderOutboxName), orderShape)
    .then((stored) => stored.change((now) => (now.entries.some(isIt) ? withoutOrder(now, id) : now)))
    .catch(() => {});
}

/** Finishes moves between the cart and the outbox that an ended page left incomplete. */
async function finishMoves(): Promise<void> {
  await removeOrderedFromCart();
  const isGoingBack = (order: WaitingOrder) => order.offline?.state === 'goingBack';
  if (!currentOrders().outbox.entries.some(isGoingBack)) return;
  await orders.inTurn(async () => {
    for (const order of (await orders.read()).entries.filter(isMadeOffline).filter(isGoingBack))
      await goBack(order);
  });
}

/** Removes ordered lines from the cart. */
async function removeOrderedFromCart(): Promise<void> {
  const untaken = currentOrders()
    .outbox.entries.filter(isMadeOffline)
    .filter(({ offline }) => !offline.isTaken);
  if (untaken.length === 0) return;
  const { cartActions } = await loadCart();
  for (const { id, offline } of untaken) {
    await cartActions.removeOrdered(id, offline.shown.lines);
    await changeOrder(id, (order) => ({ ...order, offline: { ...order.offline, isTaken: true } }));
  }
}

/** The shopper confirms an order made offline, or its changed terms, and it is sent. */
export async function confirmOrder(id: string): Promise<void> {
  await changeOrder(id, confirmed);
  await orders.flush();
}

/** Sends the order again as it was made; changed terms are not accepted. */
export async function retryOrder(id: string): Promise<void> {
  await orders.change((outbox) => retried(outbox, { id, now: Date.now() }));
  await orders.flush();
}

/**
 * Sends orders that wait only because they were made offline: after the shopper confirmed them, while the
 * shopper is present, or if the operator sends them without confirmation (spec accounts 4.4).
 * @param selected by default all that can be sent here: a guest's orders and those of the known customer
 */
export async function confirmWaiting(selected?: readonly WaitingOrder[]): Promise<void> {
  await startOrders();
  const candidates =
    selected ?? currentOrders().outbox.entries.filter((order) => isOwn(order, knownCustomer()));
  const waiting = candidates.filter(({ offline }) => offline?.state === 'waiting');
  if (waiting.length > 0)
    await orders.change((outbox) => waiting.reduce((now, { id }) => withStep(now, id, confirmed), outbox));
  await orders.flush();
}

/**
 * Withdraws an order the shop does not have. Throws ApiProblem if the shop must be queried and cannot be
 * reached.
 * @returns whether it was withdrawn; an order that has arrived keeps its result
 */
export async function withdraw({ id }: WaitingOrder): Promise<boolean> {
  const isBack = await orders.inTurn(async () => {
    const outbox = await orders.read();
    const order = outbox.entries.find((entry) => entry.id === id);
    if (!order) return !resultsIn(outbox).placed.some((entry) => entry.id === id);
    // An order that was never sent cannot have arrived.
    const mayHaveArrived = !isMadeOffline(order) || order.offline.isPosted;
    if (mayHaveArrived && (await hasOrder(id))) return false;
    await (isMadeOffline(order) ? goBack(order) : forgetOrder(id));
    return true;
  });
  if (!isBack) await orders.flush();
  return isBack;
}

/** Returns its lines to the cart and removes the order. The next page finishes an interrupted run. */
async function goBack({ id, offline }: MadeOffline): Promise<void> {
  const { lines } = offline.shown;
  const { cartActions } = await loadCart();
  await changeOrder(id, (order) => moved(order, 'goingBack'));
  // Lines still in the cart are not added twice.
  if (!offline.isTaken) await cartActions.removeOrdered(id, lines);
  await cartActions.giveBack(id, lines);
  await forgetOrder(id);
}

/**
 * Shows the order if the cart already became one, from another page or a closed browser, so that nothing is
 * ordered twice.
 * @returns whether there is such an order
 */
export async function showPendingOrder(): Promise<boolean> {
  await startOrders();
  const order = pendingOrderOf(currentOrders().outbox, currentDraft().order, readToken());
  if (!order) return false;
  const { personal, way: shippingMethod } = currentDraft();
  const { addressInformation: of } = order.body;
  showPlaced({
    ...{ id: order.id, email: of.billingAddress?.email ?? personal.email ?? '' },
    ...{ newAccount: false, customer: order.customer !== undefined },
    ...{ ...placedDelivery(order, shippingMethod), payment: of.payment_method_code },
    due: order.grandTotal,
  });
  return true;
}
