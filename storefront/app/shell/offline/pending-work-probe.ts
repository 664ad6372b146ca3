import { loadCart } from '../../cart/components/cart-loader.ts';
import { orderedCarts, orderedKey } from '../../cart/sync/ordered-carts.ts';
import { taskFlag } from '../../network-tasks/task-count.ts';
import { cartOutboxName, orderOutboxName, taskOutboxName } from '../../platform/outbox/outbox-names.ts';
import { isWaitingIn, readOutboxes } from '../../platform/outbox/outbox-probe.ts';
import { readCount } from '../../platform/session/cart-token.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';

/**
 * Pages know from flags in `localStorage` which outbox has entries, and load its code only then. If a phone
 * is switched off, the outboxes are written (spec accounts 9), but the flags may not be: browsers write them a
 * few seconds later. So an idle page reads the outboxes, and flags and shows what it finds. Rejects where
 * the code cannot be loaded.
 */
export async function findPendingWork(): Promise<void> {
  const [orders, tasks, cart] = await readOutboxes(
    [orderOutboxName, taskOutboxName, cartOutboxName].map(ownKey),
  );
  if (orderedCarts().length === 0 && isWaitingIn(orders)) {
    await (await import('../../checkout/outbox/order-queue.ts')).startOrders();
    // A page receives no storage event for its own write.
    dispatchEvent(new StorageEvent('storage', { key: orderedKey }));
  }
  if (!taskFlag() && isWaitingIn(tasks))
    await (await import('../../network-tasks/task-queue.ts')).startTasks();
  const hasCart = isWaitingIn(cart) || (cart?.kept?.items?.length ?? 0) > 0;
  if (readCount() === 0 && hasCart) await loadCart();
}
