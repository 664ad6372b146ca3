import { addToCart, earlyAdds, isOfOtherPage, loadCart } from '../../cart/components/cart-loader.ts';
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
  const left = early.read()?.filter(isOfOtherPage) ?? [];
  if (left.length === 0) return;
  early.write(early.read()?.filter((add) => !isOfOtherPage(add)));
  const lines = left.filter(({ line }) => isLike(line, lineFields));
  await Promise.all(lines.map(({ line, qty }) => addToCart(line, qty)));
}

/** What a line needs at least; the shop checks the rest. */
const lineFields = {
  sku: 'string',
  name: 'string',
  url_path: 'string',
  unit: 'number',
  options: 'list',
} as const;
