import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { useSyncExternalStore } from 'react';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { startSession } from '../accounts/session/session.ts';
import { currentSession, onSessionChange } from '../accounts/session/state.ts';
import { announce } from '../analytics/announce.ts';
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { openCart } from '../cart/cart-door.ts';
import { mayPass } from '../cart/cart-sync.ts';
import { markOrdered } from '../cart/spent-carts.ts';
import { ownKey } from '../kept-here.ts';
import { emptyBox } from '../offline/box.ts';
import { boxIn, openBoxes } from '../offline/box-db.ts';
import { Drain } from '../offline/drain.ts';
import { inTurnOf } from '../offline/one-tab.ts';
import { safeBox } from '../offline/safe-box.ts';
import { tabNews } from '../offline/tab-news.ts';
import { listenTo } from '../offline/wakers.ts';
import { currentPayment, keepPayment } from './current-payment.ts';
import { currentDraft, dropDraft } from './draft.ts';
import {
  type KeptOrders,
  type OrderBox,
  orderBoxName,
  type WaitingOrder,
  withAnswer,
  withOrder,
  withoutOrder,
  withRefusal,
} from './order-box.ts';

/**
 * The orders of this browser: written down before they are sent, sent by one tab at a time, and taken out with
 * the shop's answer only (CHK-5). Loaded at checkout, and on any page while one waits.
 */
export interface Orders {
  box: OrderBox;
  /** Whether what waits outlives the page. */
  kept: boolean;
  /** Being sent at this moment. */
  busy: boolean;
  /** Why the last attempt came to nothing. */
  failure: ApiProblem | undefined;
}

let seen: Orders = { box: emptyBox(), kept: true, busy: false, failure: undefined };
const listeners = new Set<() => void>();
const tabs = tabNews<number>(ownKey('fynbos-orders'));

function see(change: Partial<Orders>): void {
  seen = { ...seen, ...change };
  markOrdered(seen.box.entries.map(({ cartToken }) => cartToken));
  for (const listener of listeners) listener();
}

const store = safeBox<KeptOrders, WaitingOrder>(
  async () => boxIn(await openBoxes(), ownKey(orderBoxName)),
  () => see({ kept: false }),
);

const drain = new Drain({
  inTurn: inTurnOf(ownKey('fynbos-orders')),
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
  see({ box: await store.read() });
  tabs.hear(() => void reread());
  const wake = () => void drain.wake();
  listenTo({ online: wake, offline: () => {}, seen: wake });
  onSessionChange(wake);
  wake();
}

/** Another tab changed the box; what it did is not done again. */
async function reread(): Promise<void> {
  see({ box: await store.read() });
}

async function change(step: (box: OrderBox) => OrderBox): Promise<void> {
  const box = await store.change(step);
  see({ box });
  tabs.tell(box.rev);
}

export const currentOrders = (): Orders => seen;

export function onOrders(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useOrders(): Orders {
  return useSyncExternalStore(onOrders, currentOrders, currentOrders);
}

/** Writes an order down, then sends it. @returns when one attempt was made; the box knows what came of it */
export async function queueOrder(order: WaitingOrder): Promise<void> {
  await ordersLoaded;
  await change((box) => withOrder(box, order));
  await drain.wake();
}

/** Sends at once what waits. */
export const sendNow = (): Promise<void> => drain.wake();

/** What was said of an order was read. */
export const forgetOrder = (id: string): Promise<void> => change((box) => withoutOrder(box, id));

/**
 * Takes an order back that the shop does not have. Throws ApiProblem where the shop cannot be asked.
 *
 * @returns whether it is taken back; an order that has arrived is answered instead
 */
export async function withdraw({ id }: WaitingOrder): Promise<boolean> {
  const hasArrived = await isThere(id);
  if (hasArrived) await drain.wake();
  else await forgetOrder(id);
  return !hasArrived;
}

async function isThere(id: string): Promise<boolean> {
  return (await call(syncOrder, { params: { order_id: id } })).result !== null;
}

/** Sends the oldest that can be sent now. @returns whether there may be more; rejects when it must wait */
async function sendNext(): Promise<boolean> {
  await startSession();
  const box = await store.read();
  const order = box.entries.find(({ customer }) => customer === undefined || customer === knownCustomer());
  if (!order) return false;
  see({ box, busy: true });
  try {
    await send(order);
    return true;
  } finally {
    see({ busy: false });
  }
}

async function send(order: WaitingOrder): Promise<void> {
  const { id, cartToken, customer, body } = order;
  const options = { cartToken, body };
  try {
    const { result } = await (customer === undefined
      ? call(placeOrder, options)
      : callAsCustomer(placeOrder, options));
    // Before the order leaves the box: a page that ends in between asks again, and is answered the same.
    announce({ kind: 'ordered', id, number: result.orderNumber });
    await clearAfter(order);
    await change((box) => withAnswer(box, { id, number: result.orderNumber, at: Date.now() }));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // Who is logged in no more is asked to be again; the order stays theirs (decision 26).
    if (mayPass(error) || error.status === 401) throw error;
    if (error.code === 'idempotency_conflict' && (await isThere(id))) {
      // It was taken back and changed, and had arrived all the same: that is the order then.
      announce({ kind: 'ordered', id, number: '' });
      await clearAfter(order);
      return change((box) => withAnswer(box, { id, number: '', at: Date.now() }));
    }
    await change((box) => withRefusal(box, { id, problem: error.view }));
  }
}

/** After an order: the cart is gone here without being synchronised, and the draft with it (commerce 4). */
async function clearAfter({ id, cartToken, customer }: WaitingOrder): Promise<void> {
  if (currentDraft().order === id) dropDraft();
  // A payment that was begun for it before is not waited for any more.
  if (currentPayment()?.cartToken === cartToken) keepPayment(undefined);
  const cart = await openCart();
  await cart.forget({ token: cartToken, customer });
}

function knownCustomer(): number | undefined {
  const session = currentSession();
  return 'profile' in session ? session.profile.id : undefined;
}
