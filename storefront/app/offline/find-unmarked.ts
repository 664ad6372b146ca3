import { openCart } from '../cart/cart-door.ts';
import { readCount } from '../cart/cart-keys.ts';
import { orderedCarts, orderedKey } from '../cart/ordered-carts.ts';
import { ownKey } from '../kept-here.ts';
import { cartOutboxName, orderOutboxName, taskOutboxName } from './box-names.ts';
import { isWaitingIn, readOutboxes } from './peek.ts';
import { taskFlag } from './task-mark.ts';

/**
 * Pages know from flags in `localStorage` which outbox has entries, and load its code only then. If a phone
 * is switched off, the outboxes are written (spec accounts 9), but the flags may not be: browsers write them a
 * few seconds later. So an idle page reads the outboxes, and flags and shows what it finds. Rejects where
 * the code cannot be loaded.
 */
export async function findUnmarked(): Promise<void> {
  const [orders, tasks, cart] = await readOutboxes(
    [orderOutboxName, taskOutboxName, cartOutboxName].map(ownKey),
  );
  if (orderedCarts().length === 0 && isWaitingIn(orders)) {
    await (await import('../checkout/order-queue.ts')).ordersLoaded;
    // A page receives no storage event for its own write.
    dispatchEvent(new StorageEvent('storage', { key: orderedKey }));
  }
  if (!taskFlag() && isWaitingIn(tasks)) await (await import('./task-queue.ts')).tasksLoaded;
  const hasCart = isWaitingIn(cart) || (cart?.kept?.items?.length ?? 0) > 0;
  if (readCount() === 0 && hasCart) await openCart();
}
