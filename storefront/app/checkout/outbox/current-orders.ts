import { markOrdered } from '../../cart/state/cart-order-status.ts';
import type { ApiProblem } from '../../platform/api/api-problem.ts';
import { emptyOutbox, leftToNewer } from '../../platform/outbox/outbox.ts';
import { openOutboxDatabase, outboxIn, safeOutbox } from '../../platform/outbox/outbox-db.ts';
import { orderOutboxName, orderTabsName } from '../../platform/outbox/outbox-names.ts';
import { createStore, useStore } from '../../platform/state/store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { tabChannel } from '../../platform/storage/tab-channel.ts';
import type { WaitingOrder } from './offline-order.ts';
import { isMadeOffline, type MadeOffline } from './offline-order.ts';
import { type OrderOutbox, type OrderResults, withoutOrder, withStep } from './order-outbox.ts';
import { orderShape } from './order-outbox-shape.ts';

/** The orders of this browser as every tab sees them. They are stored before they are sent (CHK-5). */
export interface Orders {
  outbox: OrderOutbox;
  /** Whether waiting orders outlive the page. */
  isDurable: boolean;
  /** Id of the order being sent. */
  sending: string | undefined;
  /** Why the last attempt failed. */
  failure: ApiProblem | undefined;
}

const orders = createStore<Orders>({
  outbox: emptyOutbox(),
  isDurable: true,
  sending: undefined,
  failure: undefined,
});
const tabs = tabChannel<number>(ownKey(orderTabsName));

export function see(change: Partial<Orders>): void {
  const seen = { ...orders.get(), ...change };
  // The cart of an order made offline stays usable. The id of the order still shows every page that an
  // order waits.
  markOrdered(seen.outbox.entries.map((order) => (isMadeOffline(order) ? order.id : order.cartToken)));
  orders.set(seen);
}

const open = async () => outboxIn(await openOutboxDatabase(), ownKey(orderOutboxName), orderShape);
export const store = safeOutbox<OrderResults, WaitingOrder>(
  open,
  (why) => {
    see({ isDurable: false });
    if (why === 'newer') void reread();
  },
  leftToNewer,
);

/** Shows the stored orders, and follows changes made by other tabs. */
export async function showStored(): Promise<void> {
  await reread();
  tabs.subscribe(() => void reread());
}

/** Another tab changed the outbox; its work is not repeated. */
async function reread(): Promise<void> {
  see({ outbox: await store.read() });
}

export async function change(step: (outbox: OrderOutbox) => OrderOutbox): Promise<void> {
  const outbox = await store.change(step);
  see({ outbox });
  tabs.publish(outbox.rev);
}

/** Stores the progress of an order made offline. */
export const step = (id: string, of: (order: MadeOffline) => MadeOffline): Promise<void> =>
  change((outbox) => withStep(outbox, id, of));

/** Removes an order after the shopper has read its result. */
export const forgetOrder = (id: string): Promise<void> => change((outbox) => withoutOrder(outbox, id));

/** Removes the orders of a customer whose account was deleted. */
export const forgetOrdersOf = (whose: number | undefined): Promise<void> =>
  change((outbox) => ({
    ...outbox,
    entries: outbox.entries.filter(({ customer }) => customer === undefined || customer !== whose),
  }));

/**
 * Called before reporting that an order is not queued. It may still be in the database if it was written
 * but could not be read back, so it is removed there if the browser allows it.
 */
export async function forgetUnkept(id: string): Promise<void> {
  await forgetOrder(id);
  const isIt = (order: WaitingOrder) => order.id === id;
  await open()
    .then((outboxStore) =>
      outboxStore.change((now) => (now.entries.some(isIt) ? withoutOrder(now, id) : now)),
    )
    .catch(() => {});
}

export const currentOrders = orders.get;

export const useOrders = (): Orders => useStore(orders, orders.get());
