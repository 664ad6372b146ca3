import { openCart } from '../../cart/components/cart-loader.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { Drain, inTurnOf } from '../../platform/outbox/drain.ts';
import { retryOnReturn } from '../../platform/outbox/retry-triggers.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { startSession } from '../../platform/session/session.ts';
import { onSessionChange } from '../../platform/session/session-state.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import {
  change,
  currentOrders,
  forgetOrder,
  forgetUnkept,
  see,
  showStored,
  step,
  store,
} from './current-orders.ts';
import type { WaitingOrder } from './offline-order.ts';
import { confirmed, isMadeOffline, type MadeOffline, moved } from './offline-order.ts';
import { isOwn, mayBeSent, resultsIn, retried, withOrder, withStep } from './order-outbox.ts';
import { hasOrder } from './order-requests.ts';
import { sendOrder } from './send-order.ts';

/**
 * Sends the orders of this browser: one tab at a time. An order is removed only after a response of the
 * shop (CHK-5). Loaded at checkout, and on any page while an order waits.
 */
const inTurn = inTurnOf(ownKey('fynbos-orders'));

const drain = new Drain({
  inTurn,
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  step: sendNext,
  onRound: (_failures, error) => {
    see({ failure: error instanceof ApiProblem ? error : undefined });
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  },
});

/** Resolves when the stored orders are known. */
export const ordersLoaded: Promise<void> = load();

async function load(): Promise<void> {
  await showStored();
  const sendWaiting = () =>
    void (apiSettings().switches.sendOfflineOrders ? confirmWaiting() : drain.flush());
  void finishMoves().catch(reportError);
  retryOnReturn(sendWaiting);
  onSessionChange(sendWaiting);
  sendWaiting();
}

/**
 * Stores an order, then sends it.
 * @returns after one attempt; the result is in the outbox
 */
export async function queueOrder(order: WaitingOrder): Promise<void> {
  await ordersLoaded;
  await change((outbox) => withOrder(outbox, order));
  await drain.flush();
}

/**
 * Stores an order made without the shop and removes its lines from the cart, so that the next order can
 * begin.
 * @returns whether it was written and read back; otherwise nothing is queued and the cart is unchanged
 */
export async function storeOffline(order: MadeOffline): Promise<boolean> {
  await ordersLoaded;
  await change((outbox) => withOrder(outbox, order));
  const { entries } = await store.read();
  const isStored = store.durable && entries.some(({ id }) => id === order.id);
  if (isStored) await removeOrderedFromCart();
  else await forgetUnkept(order.id);
  return isStored;
}

/** Finishes moves between the cart and the outbox that an ended page left incomplete. */
async function finishMoves(): Promise<void> {
  await removeOrderedFromCart();
  const isGoingBack = (order: WaitingOrder) => order.offline?.state === 'goingBack';
  if (!currentOrders().outbox.entries.some(isGoingBack)) return;
  await inTurn(async () => {
    for (const order of (await store.read()).entries.filter(isMadeOffline).filter(isGoingBack))
      await goBack(order);
  });
}

/** Removes ordered lines from the cart. */
async function removeOrderedFromCart(): Promise<void> {
  const orders = currentOrders()
    .outbox.entries.filter(isMadeOffline)
    .filter(({ offline }) => !offline.isTaken);
  if (orders.length === 0) return;
  const { cartActions } = await openCart();
  for (const { id, offline } of orders) {
    await cartActions.removeOrdered(id, offline.shown.lines);
    await step(id, (order) => ({ ...order, offline: { ...order.offline, isTaken: true } }));
  }
}

/** Sends all waiting orders now. */
export const sendNow = (): Promise<void> => drain.flush();

/** The shopper confirms an order made offline, or its changed terms, and it is sent. */
export async function confirmOrder(id: string): Promise<void> {
  await step(id, confirmed);
  await drain.flush();
}

/** Sends the order again as it was made; changed terms are not accepted. */
export async function retryOrder(id: string): Promise<void> {
  await change((outbox) => retried(outbox, { id, now: Date.now() }));
  await drain.flush();
}

/**
 * Sends orders that wait only because they were made offline: after the shopper confirmed them, while the
 * shopper is present, or if the operator sends them without confirmation (spec accounts 4.4).
 * @param selected by default all that can be sent here: a guest's orders and those of the known customer
 */
export async function confirmWaiting(selected?: readonly WaitingOrder[]): Promise<void> {
  await ordersLoaded;
  const candidates =
    selected ?? currentOrders().outbox.entries.filter((order) => isOwn(order, knownCustomer()));
  const waiting = candidates.filter(({ offline }) => offline?.state === 'waiting');
  if (waiting.length > 0)
    await change((outbox) => waiting.reduce((now, { id }) => withStep(now, id, confirmed), outbox));
  await drain.flush();
}

/**
 * Withdraws an order the shop does not have. Throws ApiProblem if the shop must be queried and cannot be
 * reached.
 * @returns whether it was withdrawn; an order that has arrived keeps its result
 */
export async function withdraw({ id }: WaitingOrder): Promise<boolean> {
  const isBack = await inTurn(async () => {
    const outbox = await store.read();
    const order = outbox.entries.find((entry) => entry.id === id);
    if (!order) return !resultsIn(outbox).placed.some((entry) => entry.id === id);
    // An order that was never sent cannot have arrived.
    const mayHaveArrived = !isMadeOffline(order) || order.offline.isPosted;
    if (mayHaveArrived && (await hasOrder(id))) return false;
    await (isMadeOffline(order) ? goBack(order) : forgetOrder(id));
    return true;
  });
  if (!isBack) await drain.flush();
  return isBack;
}

/** Returns its lines to the cart and removes the order. The next page finishes an interrupted run. */
async function goBack({ id, offline }: MadeOffline): Promise<void> {
  const { lines } = offline.shown;
  const { cartActions } = await openCart();
  await step(id, (order) => moved(order, 'goingBack'));
  // Lines still in the cart are not added twice.
  if (!offline.isTaken) await cartActions.removeOrdered(id, lines);
  await cartActions.giveBack(id, lines);
  await forgetOrder(id);
}

/**
 * Sends the oldest order that can be sent now.
 * @returns whether there may be more; rejects when it must wait
 */
async function sendNext(): Promise<boolean> {
  await startSession();
  const outbox = await store.read();
  const order = outbox.entries.find((entry) => mayBeSent(entry, knownCustomer()));
  if (!order) return false;
  see({ outbox, sending: order.id });
  try {
    await sendOrder(order);
    return true;
  } finally {
    see({ sending: undefined });
  }
}
