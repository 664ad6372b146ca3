import { useSyncExternalStore } from 'react';
import type { ApiProblem } from '../api-problem.ts';
import { markOrdered } from '../cart/spent-carts.ts';
import { ownKey } from '../kept-here.ts';
import { emptyBox, leftToNewer } from '../offline/box.ts';
import { boxIn, openBoxes } from '../offline/box-db.ts';
import { orderBoxName, orderTabsName } from '../offline/box-names.ts';
import { safeBox } from '../offline/safe-box.ts';
import { tabNews } from '../offline/tab-news.ts';
import { isMadeOffline, type MadeOffline } from './offline-order.ts';
import { type KeptOrders, type OrderBox, type WaitingOrder, withoutOrder, withStep } from './order-box.ts';
import { orderShape } from './order-shape.ts';

/** The orders of this browser as every tab sees them: they are written down before they are sent (CHK-5). */
export interface Orders {
  box: OrderBox;
  /** Whether what waits outlives the page. */
  kept: boolean;
  /** The one that is being sent at this moment. */
  sending: string | undefined;
  /** Why the last attempt came to nothing. */
  failure: ApiProblem | undefined;
}

let seen: Orders = { box: emptyBox(), kept: true, sending: undefined, failure: undefined };
const listeners = new Set<() => void>();
const tabs = tabNews<number>(ownKey(orderTabsName));

export function see(change: Partial<Orders>): void {
  seen = { ...seen, ...change };
  // The cart of an order that was made offline goes on; that one waits is known to every page all the same.
  markOrdered(seen.box.entries.map((order) => (isMadeOffline(order) ? order.id : order.cartToken)));
  for (const listener of listeners) listener();
}

const open = async () => boxIn(await openBoxes(), ownKey(orderBoxName), orderShape);
export const store = safeBox<KeptOrders, WaitingOrder>(
  open,
  (why) => {
    see({ kept: false });
    if (why === 'newer') void reread();
  },
  leftToNewer,
);

/** Shows what is kept: by this tab from now on, and by others whenever they change it. */
export async function showKept(): Promise<void> {
  await reread();
  tabs.hear(() => void reread());
}

/** Another tab changed the box; what it did is not done again. */
async function reread(): Promise<void> {
  see({ box: await store.read() });
}

export async function change(step: (box: OrderBox) => OrderBox): Promise<void> {
  const box = await store.change(step);
  see({ box });
  tabs.tell(box.rev);
}

/** Writes down how far an order came that was made offline. */
export const step = (id: string, of: (order: MadeOffline) => MadeOffline): Promise<void> =>
  change((box) => withStep(box, id, of));

/** What was said of an order was read. */
export const forgetOrder = (id: string): Promise<void> => change((box) => withoutOrder(box, id));

/** Lets go of what is bound to a customer who is no more. */
export const forgetOrdersOf = (whose: number | undefined): Promise<void> =>
  change((box) => ({
    ...box,
    entries: box.entries.filter(({ customer }) => customer === undefined || customer !== whose),
  }));

/**
 * Before it is said that an order is not queued: it may be in the database all the same, where it was written and could
 * not be read back. It is taken out of there, where the browser lets us.
 */
export async function forgetUnkept(id: string): Promise<void> {
  await forgetOrder(id);
  const isIt = (order: WaitingOrder) => order.id === id;
  await open()
    .then((box) => box.change((now) => (now.entries.some(isIt) ? withoutOrder(now, id) : now)))
    .catch(() => {});
}

export const currentOrders = (): Orders => seen;

export function onOrders(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useOrders(): Orders {
  return useSyncExternalStore(onOrders, currentOrders, currentOrders);
}
