import { type EarlyAdd, earlyAdds, loadCart } from '../../cart/components/cart-loader.ts';
import { orderedCarts, orderedKey } from '../../cart/sync/ordered-carts.ts';
import { taskFlag } from '../../network-tasks/task-count.ts';
import { cartOutboxName, orderOutboxName, taskOutboxName } from '../../platform/outbox/outbox-names.ts';
import { isWaitingIn, readOutboxes } from '../../platform/outbox/outbox-probe.ts';
import { readCount } from '../../platform/session/cart-token.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';

/**
 * Pages know from flags in `localStorage` which outbox has entries, and load its code only then. If a phone
 * is switched off, the outboxes are written (spec accounts 9), but the flags may not be: browsers write them a
 * few seconds later. So an idle page reads the outboxes, and flags and shows what it finds. Rejects where
 * the code cannot be loaded.
 */
export async function findPendingWork(): Promise<void> {
  await addLeftProducts();
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

/** Adds the products that an ended page could not add, because the code of the cart was still loading. */
async function addLeftProducts(): Promise<void> {
  const early = earlyAdds();
  const isLeft = ({ page }: EarlyAdd) => page !== performance.timeOrigin;
  if (!early.read()?.some(isLeft)) return;
  const { cart } = await loadCart();
  const adds = early.read() ?? [];
  early.write(adds.filter((add) => !isLeft(add)));
  for (const { line, qty } of adds.filter(isLeft)) if (isLike(line, lineFields)) void cart.add(line, qty);
}

/** What a line needs at least; the shop checks the rest. */
const lineFields = {
  sku: 'string',
  name: 'string',
  url_path: 'string',
  unit: 'number',
  options: 'list',
} as const;
