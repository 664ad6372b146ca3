import { knownCustomer } from '../accounts/session/known-customer.ts';
import { startSession } from '../accounts/session/session.ts';
import { onSessionChange } from '../accounts/session/state.ts';
import { ApiProblem } from '../api-problem.ts';
import { apiSettings } from '../api-settings.ts';
import { openCart } from '../cart/cart-door.ts';
import { ownKey } from '../kept-here.ts';
import { Drain } from '../offline/drain.ts';
import { inTurnOf } from '../offline/one-tab.ts';
import { wakeInTime } from '../offline/wakers.ts';
import {
  change,
  currentOrders,
  forgetOrder,
  forgetUnkept,
  see,
  showKept,
  step,
  store,
} from './kept-orders.ts';
import { confirmed, isMadeOffline, type MadeOffline, moved } from './offline-order.ts';
import { answersIn, isOwn, mayBeSent, retried, type WaitingOrder, withOrder, withStep } from './order-box.ts';
import { isThere } from './order-shop.ts';
import { sendOrder } from './send-order.ts';

/**
 * The orders of this browser on their way: sent by one tab at a time, and taken out with the shop's answer only (CHK-5).
 * Loaded at checkout, and on any page while one waits.
 */
const inTurn = inTurnOf(ownKey('fynbos-orders'));

const drain = new Drain({
  inTurn,
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  step: sendNext,
  told: (_failures, error) => {
    see({ failure: error instanceof ApiProblem ? error : undefined });
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  },
});

/** Ends when what was kept is known. */
export const ordersLoaded: Promise<void> = load();

async function load(): Promise<void> {
  await showKept();
  const wake = () => void (apiSettings().switches.sendOfflineOrders ? confirmWaiting() : drain.wake());
  void finishMoves().catch(reportError);
  wakeInTime(wake);
  onSessionChange(wake);
  wake();
}

/** Writes an order down, then sends it. @returns when one attempt was made; the box knows what came of it */
export async function queueOrder(order: WaitingOrder): Promise<void> {
  await ordersLoaded;
  await change((box) => withOrder(box, order));
  await drain.wake();
}

/**
 * Writes an order down that was made without the shop, and takes its lines out of the cart: the next one can begin.
 *
 * @returns whether it was written and read back; otherwise nothing is queued, and the cart is as it was
 */
export async function keepOffline(order: MadeOffline): Promise<boolean> {
  await ordersLoaded;
  await change((box) => withOrder(box, order));
  const { entries } = await store.read();
  const isKept = store.durable && entries.some(({ id }) => id === order.id);
  if (isKept) await takeOutOfCart();
  else await forgetUnkept(order.id);
  return isKept;
}

/** What is between the cart and the orders is finished: the page may have ended there. */
async function finishMoves(): Promise<void> {
  await takeOutOfCart();
  const isGoingBack = (order: WaitingOrder) => order.offline?.state === 'goingBack';
  if (!currentOrders().box.entries.some(isGoingBack)) return;
  await inTurn(async () => {
    for (const order of (await store.read()).entries.filter(isMadeOffline).filter(isGoingBack))
      await goBack(order);
  });
}

/** What is ordered is not in the cart as well. */
async function takeOutOfCart(): Promise<void> {
  const orders = currentOrders()
    .box.entries.filter(isMadeOffline)
    .filter(({ offline }) => !offline.isTaken);
  if (orders.length === 0) return;
  const cart = await openCart();
  for (const { id, offline } of orders) {
    await cart.takeOut(id, offline.shown.lines);
    await step(id, (order) => ({ ...order, offline: { ...order.offline, isTaken: true } }));
  }
}

/** Sends at once what waits. */
export const sendNow = (): Promise<void> => drain.wake();

/** The shopper says yes to an order that was made offline, or to what it would be now: it is sent. */
export async function confirmOrder(id: string): Promise<void> {
  await step(id, confirmed);
  await drain.wake();
}

/** The shopper wants it sent again, as it was ordered: to what it would be now they have not said yes. */
export async function retryOrder(id: string): Promise<void> {
  await change((box) => retried(box, { id, now: Date.now() }));
  await drain.wake();
}

/**
 * Sends what waits only because it was made offline: the shopper said so or is there, or the shop does not ask (accounts 4.4).
 *
 * @param these by default all that may be sent here: a guest's, and those of the customer who is known
 */
export async function confirmWaiting(these?: readonly WaitingOrder[]): Promise<void> {
  await ordersLoaded;
  const mine = these ?? currentOrders().box.entries.filter((order) => isOwn(order, knownCustomer()));
  const waiting = mine.filter(({ offline }) => offline?.state === 'waiting');
  if (waiting.length > 0)
    await change((box) => waiting.reduce((now, { id }) => withStep(now, id, confirmed), box));
  await drain.wake();
}

/**
 * Takes an order back that the shop does not have. Throws ApiProblem where the shop would have to be asked and cannot be.
 *
 * @returns whether it is taken back; an order that has arrived is answered instead
 */
export async function withdraw({ id }: WaitingOrder): Promise<boolean> {
  const isBack = await inTurn(async () => {
    const box = await store.read();
    const order = box.entries.find((one) => one.id === id);
    if (!order) return !answersIn(box).placed.some((one) => one.id === id);
    // What was never sent cannot have arrived.
    const mayHaveArrived = !isMadeOffline(order) || order.offline.isPosted;
    if (mayHaveArrived && (await isThere(id))) return false;
    await (isMadeOffline(order) ? goBack(order) : forgetOrder(id));
    return true;
  });
  if (!isBack) await drain.wake();
  return isBack;
}

/** Its lines go back into the cart, then it is gone; whatever ends in between is finished by the next page. */
async function goBack({ id, offline }: MadeOffline): Promise<void> {
  const { lines } = offline.shown;
  const cart = await openCart();
  await step(id, (order) => moved(order, 'goingBack'));
  // Whatever is in the cart still is not put in twice.
  if (!offline.isTaken) await cart.takeOut(id, lines);
  await cart.giveBack(id, lines);
  await forgetOrder(id);
}

/** Sends the oldest that can be sent now. @returns whether there may be more; rejects when it must wait */
async function sendNext(): Promise<boolean> {
  await startSession();
  const box = await store.read();
  const order = box.entries.find((one) => mayBeSent(one, knownCustomer()));
  if (!order) return false;
  see({ box, sending: order.id });
  try {
    await sendOrder(order);
    return true;
  } finally {
    see({ sending: undefined });
  }
}
